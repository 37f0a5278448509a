import { useEffect, useMemo } from 'react';

/** So many ads of a site are remembered, those that were seen last. */
const most = 5_000;
const keyOf = (siteId: string) => `adgate-seen-ads ${siteId}`;

/** The ads that this browser has listed for a site; null: it has listed none before. */
function readSeen(siteId: string): ReadonlySet<unknown> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(siteId)) ?? 'null');
    return Array.isArray(kept) ? new Set(kept) : null;
  } catch {
    return null;
  }
}

function addSeen(siteId: string, ids: readonly string[]): void {
  const all = [...new Set([...(readSeen(siteId) ?? []), ...ids])];
  try {
    localStorage.setItem(keyOf(siteId), JSON.stringify(all.slice(-most)));
  } catch {
    return;
  }
}

/**
 * Tells ads that were not listed at an earlier visit. At the first visit none is new.
 *
 * @param ids of those that are listed now; absent: not known yet
 */
export function useNewAds(
  siteId: string,
  ids: readonly string[] | undefined,
): (id: string) => boolean {
  const seen = useMemo(() => readSeen(siteId), [siteId]);
  useEffect(() => {
    if (ids) addSeen(siteId, ids);
  }, [siteId, ids]);
  return (id) => seen !== null && !seen.has(id);
}
