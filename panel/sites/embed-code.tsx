import { Switch } from '@mantine/core';
import { useState } from 'react';
import { CodeToCopy } from '../parts/code-to-copy';
import { mono } from '../parts/mono';
import { t } from '../texts/texts';
import type { Placement } from './placement';
import { PlacementPreview } from './placement-preview';
import type { Site } from './site';

/** The line for a page, and what would be there now. */
export function EmbedCode({
  site,
  placement,
}: {
  readonly site: Site;
  readonly placement: Placement;
}) {
  const { embedCode } = placement;
  const [isTest, setIsTest] = useState(false);
  return (
    <div className="embed">
      {embedCode === null ? (
        <p className="soft">{t.rich('sites.modelsAreShown', { mono, id: placement.id })}</p>
      ) : (
        <>
          <p>{t('sites.putThisLineWhereThe')}</p>
          <CodeToCopy text={isTest ? withTestAds(embedCode) : embedCode} />
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

const withTestAds = (code: string): string => code.replace('<script ', '<script data-test ');
