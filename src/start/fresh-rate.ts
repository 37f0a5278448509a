import { setTimeout as sleep } from 'node:timers/promises';
import { parseAmount } from '../amount';
import type { ServiceContext } from '../api/context';
import { setRate } from '../money/rates/rate.service';
import { hourMs } from '../time';
import { assertPresent } from '../present';

const firstRate = assertPresent(parseAmount('1'), '1 is an amount');

/**
 * Keeps what a coin is worth from getting too old, for a trial that nobody minds: it stays as it was set last, and is 1
 * USD at first.
 *
 * @returns when that is so; it goes on from there until the signal.
 */
export async function keepRateFresh(ctx: ServiceContext, signal: AbortSignal): Promise<void> {
  await renew(ctx);
  void goOn(ctx, signal);
}

async function goOn(ctx: ServiceContext, signal: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(hourMs / 2, null, { ref: false, signal }).catch(() => undefined);
    if (signal.aborted) return;
    await renew(ctx).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'the exchange rate of the demo was not renewed');
    });
  }
}

async function renew(ctx: ServiceContext): Promise<void> {
  await ctx.rates.refresh();
  const freshUntil = ctx.rates.freshUntil()?.getTime() ?? 0;
  // One that is set now holds from the next hour on.
  if (freshUntil > ctx.now().getTime() + 2 * hourMs) return;
  await setRate(ctx, { rate: ctx.rates.known().at(-1)?.rate ?? firstRate, isForced: true });
}
