import { Anchor, Button } from '@mantine/core';
import { t } from '../texts/texts';
import type { useRefusal } from './use-refusal';

/** An ad of another server of the network, as publishers are told of it. */
interface ForeignAd {
  readonly url: string;
  readonly scope: string;
  readonly peer: { readonly address: string; readonly name: string; readonly host: string };
}

/** In the place of a preview: this page loads nothing of other servers. */
export function ForeignPreview({ url, scope }: ForeignAd) {
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

/** The server that an ad comes from, and a button that refuses all of it. */
export function ForeignServer({
  peer: { address, name, host },
  refusal,
}: Pick<ForeignAd, 'peer'> & { readonly refusal: ReturnType<typeof useRefusal> }) {
  const server = host === '' ? address : `${name} (${host})`;
  return (
    <>
      <span className="soft" title={address}>
        {t('sites.ofTheServer', { server })}
      </span>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={t('sites.refuseTheServer', { server })}
        disabled={refusal.isPending}
        onClick={() => {
          refusal.mutate(address);
        }}
      >
        {t('sites.refuseThisServer')}
      </Button>
    </>
  );
}
