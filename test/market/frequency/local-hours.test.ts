import { expect, it } from '@jest/globals';
import { LocalHours } from '../../../src/market/frequency/local-hours';

const hour = (text: string) => Date.parse(text) / 3_600_000;

it('are those that a clock in the zone shows', () => {
  const hours = new LocalHours();
  const at = (zone: string, text: string) => hours.at(zone, Date.parse(text));
  expect(at('UTC', '2026-06-01T23:59:59Z')).toBe(hour('2026-06-01T23:00Z'));
  expect(at('Europe/Warsaw', '2026-06-01T22:00:00Z')).toBe(hour('2026-06-02T00:00Z'));
  expect(at('Asia/Kathmandu', '2026-06-01T18:14:59Z')).toBe(hour('2026-06-01T23:00Z'));
  expect(at('Asia/Kathmandu', '2026-06-01T18:15:00Z')).toBe(hour('2026-06-02T00:00Z'));
});

it('the hour that comes twice in autumn has one number', () => {
  const hours = new LocalHours();
  const at = (text: string) => hours.at('Europe/Warsaw', Date.parse(text));
  expect(at('2026-10-25T00:30:00Z')).toBe(at('2026-10-25T01:30:00Z'));
});
