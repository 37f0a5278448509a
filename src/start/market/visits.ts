import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../../api/context';
import { secondMs } from '../../time';
import { visit } from './visitor';

/** An hour of views is less than what a visitor without a cookie may make of one advertiser. */
const everyMs = 8 * secondMs;
/** One visit in so many has a click, the first one too. */
const visitsPerClick = 10;
/** Ads on the page. */
const mostAds = 3;

/** Lets a visitor see the demo's page again and again, from when it is served until the signal. */
export async function keepVisiting(ctx: ServiceContext, signal: AbortSignal): Promise<void> {
  const visitor = { origin: ctx.publicUrl, signal };
  let count = 0;
  for (;;) {
    await sleep(everyMs, null, { ref: false, signal }).catch(() => undefined);
    if (signal.aborted) return;
    const click = count % visitsPerClick === 0 ? (count / visitsPerClick) % mostAds : null;
    try {
      await visit(visitor, click);
      count += 1;
    } catch (error) {
      ctx.log.debug({ err: error }, 'the visitor of the demo saw no page');
    }
  }
}
