import { formatTime } from '../parts/when';
import { t } from '../texts/texts';
import type { Placement } from './placement';

/** Says whether the code of a placement is on a page that is opened, to a quarter of an hour. */
export function LastTraffic({ placement }: { readonly placement: Placement }) {
  return <span className="soft small placement-traffic">{wordsOf(placement)}</span>;
}

function wordsOf({ lastFindAt, lastViewAt }: Placement): string {
  if (lastFindAt === null) return t('sites.noFindYet');
  const find = formatTime(lastFindAt);
  return lastViewAt === null
    ? t('sites.lastFindNoView', { find })
    : t('sites.lastFindAndView', { find, view: formatTime(lastViewAt) });
}
