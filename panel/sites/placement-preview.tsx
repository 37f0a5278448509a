import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Loading } from '../parts/loading';
import { mono } from '../parts/mono';
import { t } from '../texts/texts';
import type { Placement } from './placement';
import { type Site, whyNoAds } from './site';

/** The tag's word on the ad, by the name of its event. */
interface Told {
  readonly name: 'filled' | 'empty' | 'sample' | 'view' | 'error';
  readonly reason: string;
}

const toldPattern = /^adgate:(filled|empty|sample|view|error)$/;

/** Room for what has no size of its own: a window. */
const windowFrame = { width: 300, height: 100 };

/**
 * The placement's code on a page of its own, which the server gives an origin of its own: the ad that a page would show
 * now, by the tag that it would load. The server counts nothing of it.
 */
export function PlacementPreview({
  site,
  placement,
}: {
  readonly site: Site;
  readonly placement: Placement;
}) {
  const { id, name, popScope } = placement;
  const frame = useRef<HTMLIFrameElement>(null);
  const [turn, setTurn] = useState(0);
  const [told, setTold] = useState<Told | null>(null);
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      // Documents of ads can reach this window, too.
      if (source === null || source !== frame.current?.contentWindow) return;
      const next = toTold(data);
      if (next) setTold(next);
    };
    addEventListener('message', listen);
    return () => {
      removeEventListener('message', listen);
    };
  }, []);
  const { width, height } = popScope === null ? placement : windowFrame;
  return (
    <section className="embed-preview" aria-label={t('sites.previewOf', { name })}>
      <div className="creative-foot">
        <h3>{t('sites.whatItWouldShowNow')}</h3>
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            setTold(null);
            setTurn(turn + 1);
          }}
        >
          {t('sites.anotherOne')}
        </Button>
      </div>
      <iframe
        // A site that has just been started is asked anew.
        key={`${turn} ${site.status}`}
        ref={frame}
        src={`/supply/preview/${id}`}
        title={t('sites.adIn', { name })}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        width={width}
        height={height}
      />
      <div role="status">
        {told === null ? <Loading /> : <State told={told} site={site} />}
        {told?.name === 'filled' && popScope !== null ? <p>{t('sites.clickInTheFrame')}</p> : null}
      </div>
    </section>
  );
}

function State({ told, site }: { readonly told: Told; readonly site: Site }) {
  const { name, reason } = told;
  switch (name) {
    case 'empty':
      return <p className="soft">{whyNoAds(site) ?? t('sites.nothingNoCampaignOfNow')}</p>;
    case 'sample':
      return <p className="soft">{whyNoAds(site) ?? t('sites.testAdNoCampaignFits')}</p>;
    case 'error':
      return <p>{t.rich('sites.theTagCouldNotShow', { mono, reason })}</p>;
    case 'filled':
      return <p className="soft small">{t('sites.onlyYouSeeThisIt')}</p>;
    case 'view':
      return <p className="soft small">{t('sites.seenForLongEnough')}</p>;
    default:
      return name satisfies never;
  }
}

/** Null unless it is a message of the tag's. */
function toTold(data: unknown): Told | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, reason } = data as { readonly type?: unknown; readonly reason?: unknown };
  const name = typeof type === 'string' ? toldPattern.exec(type)?.[1] : undefined;
  if (name === undefined) return null;
  // The pattern has these names only.
  return { name: name as Told['name'], reason: typeof reason === 'string' ? reason : '' };
}
