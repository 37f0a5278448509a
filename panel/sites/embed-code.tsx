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
  return (
    <div className="embed">
      {embedCode === null ? (
        <p className="soft">{t.rich('sites.modelsAreShown', { mono, id: placement.id })}</p>
      ) : (
        <>
          <p>{t('sites.putThisLineWhereThe')}</p>
          <CodeToCopy text={embedCode} />
          <PlacementPreview site={site} placement={placement} />
        </>
      )}
    </div>
  );
}
