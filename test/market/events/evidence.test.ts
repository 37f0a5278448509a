import { expect, it } from '@jest/globals';
import { isMeasuredBy, noEvidence } from '../../../src/market/events/evidence';

const offeredAt = 1_780_000_000.25;
const after = (ms: number) => new Date(offeredAt * 1000 + ms);
const seen = (seenMs: number | null, sinceOfferMs: number) =>
  isMeasuredBy({ ...noEvidence, seenMs }, { offeredAt }, after(sinceOfferMs));

it('takes a second of being seen for measured, and nothing less', () => {
  expect(seen(1_000, 1_300)).toBe(true);
  expect(seen(2_000, 60_000)).toBe(true);
  expect(seen(999, 60_000)).toBe(false);
  expect(seen(null, 60_000)).toBe(false);
});

it('believes nobody who has seen an ad for longer than it was offered', () => {
  expect(seen(1_000, 499)).toBe(false);
  expect(seen(60_000, 1_500)).toBe(false);
  // Clocks of gateways differ.
  expect(seen(1_000, 500)).toBe(true);
});

it('takes a press for measured, but none before the offer', () => {
  const press = { ...noEvidence, isPressed: true };
  expect(isMeasuredBy(press, { offeredAt }, after(300))).toBe(true);
  expect(isMeasuredBy(press, { offeredAt }, after(-501))).toBe(false);
});
