import { Switch } from '@mantine/core';
import { useState } from 'react';
import { CodeToCopy } from '../parts/code-to-copy';
import { mono } from '../parts/mono';
import { t } from '../texts/texts';
import { codeOfSizes, ColumnSizes, sizesBeside } from './column-sizes';
import type { Placement } from './placement';
import { PlacementPreview } from './placement-preview';
import type { Site } from './site';

/** The line for a page, and what would be there now. */
export function EmbedCode({
  site,
  placement,
  others,
}: {
  readonly site: Site;
  readonly placement: Placement;
  /** Others of the site. */
  readonly others: readonly Placement[];
}) {
  const { embedCode } = placement;
  const [isTest, setIsTest] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const beside = sizesBeside(placement, others);
  const sizes = beside.filter(({ id }) => chosen.has(id));
  return (
    <div className="embed">
      {embedCode === null ? (
        <p className="soft">{t.rich('sites.modelsAreShown', { mono, id: placement.id })}</p>
      ) : (
        <>
          <p>{t('sites.putThisLineWhereThe', { host: site.host })}</p>
          <CodeToCopy text={codeFor(embedCode, { isTest, sizes: [placement, ...sizes] })} />
          <ColumnSizes beside={beside} chosen={chosen} onChange={setChosen} />
          <Switch
            label={t('sites.withTestAds')}
            description={t('sites.testAdsAreMarked')}
            checked={isTest}
            onChange={() => {
              setIsTest(!isTest);
            }}
          />
          <PlacementPreview site={site} placement={placement} />
        </>
      )}
    </div>
  );
}

function codeFor(
  code: string,
  { isTest, sizes }: { readonly isTest: boolean; readonly sizes: readonly Placement[] },
): string {
  const sized = sizes.length > 1 ? codeOfSizes(code, sizes) : code;
  return isTest ? sized.replace('<script ', '<script data-test ') : sized;
}
