import { Anchor } from '@mantine/core';
import { t } from '../texts/texts';

/** In the place of a preview of another server's ad: this page loads nothing of other servers. */
export function ForeignPreview({ url, scope }: { readonly url: string; readonly scope: string }) {
  const isWeb = /^https?:$/.test(URL.parse(url)?.protocol ?? '');
  return (
    <p className="preview soft">
      {isWeb ? (
        <Anchor
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={t('sites.openTheAd', { scope })}
        >
          {t('sites.lookAtItThere')}
        </Anchor>
      ) : (
        scope
      )}
    </p>
  );
}
