import { expect, it } from '@jest/globals';
import { parseAmount } from '../../src/amount';
import { setRate } from '../../src/money/rates/rate.service';
import { keepRateFresh } from '../../src/start/fresh-rate';
import { startApp } from '../support/app';

it('npm start keeps a fresh rate of 1, or the one that was set', async () => {
  const app = await startApp();
  let now = new Date('2026-11-01T10:30:00Z');
  app.clock.now = () => now;
  const rateAt = async (time: string) => (await app.ctx.rates.findRate(new Date(time)))?.rate;
  // The work of every half an hour.
  const start = () => keepRateFresh(app.ctx, AbortSignal.abort());
  await start();
  expect(await rateAt('2026-11-01T10:30:00Z')).toBe(parseAmount('1'));
  now = new Date('2026-11-02T09:00:00Z');
  await start();
  expect(await rateAt('2026-11-03T09:00:00Z')).toBe(parseAmount('1'));

  await setRate(app.ctx, { rate: parseAmount('0.5')! });
  await start();
  expect(await app.ctx.rateStore.listBefore(null, 10)).toHaveLength(2);
  now = new Date('2026-11-09T09:00:00Z');
  await start();
  expect(await rateAt('2026-11-09T09:00:00Z')).toBe(parseAmount('0.5'));
});
