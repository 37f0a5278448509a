import { highestRpm } from './effective-rpm';
import type { BidModifiers, Candidate, SelectionContext } from './types';

/** The whole bid, in the unit of multipliers: millionths, which three parts of two decimals make exactly. */
export const wholeBid = 1_000_000;
const leastMultiplier = wholeBid / 10;
const highestMultiplier = wholeBid * 10;
const hundred = 100;

type Asked = Pick<SelectionContext, 'features' | 'hoursOfWeek'>;
type Bidder = Pick<Candidate, 'effectiveRpm' | 'modifiers'>;

/** Millionths of its bid that a campaign offers in a request: the parts of device, country and hour, multiplied, from 0.1 to 10. */
export function multiplierIn(
  modifiers: BidModifiers | null,
  { features, hoursOfWeek }: Asked,
): number {
  if (modifiers === null) return wholeBid;
  const { devices, countries, hours, timeZone } = modifiers;
  return multiplierOf(
    partOf(devices, features.get('device:type')),
    partOf(countries, features.get('user:country')),
    partOf(hours, hoursOfWeek?.get(timeZone)),
  );
}

/** The multiplier of these parts. */
export const multiplierOf = (ofDevice: number, ofCountry: number, ofHour: number): number =>
  withinBounds(ofDevice * ofCountry * ofHour);

/** No request gets more of the bid. */
export const mostMultiplierOf = (modifiers: BidModifiers | null): number =>
  modifiers === null
    ? wholeBid
    : withinBounds(
        mostOf(modifiers.devices) * mostOf(modifiers.countries) * mostOf(modifiers.hours),
      );

/** USD per thousand impressions that the candidate is worth in a request: for ranking, never money. */
export const rpmIn = ({ effectiveRpm, modifiers }: Bidder, asked: Asked): number =>
  modifiers === null ? effectiveRpm : multiplied(effectiveRpm, multiplierIn(modifiers, asked));

/** The same in the request that it is worth most in, or more. */
export const mostRpmOf = ({ effectiveRpm, modifiers }: Bidder): number =>
  modifiers === null ? effectiveRpm : multiplied(effectiveRpm, mostMultiplierOf(modifiers));

/** An estimate of USD per thousand impressions, as a multiplier changes it. */
export const multiplied = (rpm: number, multiplier: number): number =>
  multiplier === wholeBid ? rpm : Math.min(rpm * (multiplier / wholeBid), highestRpm);

const withinBounds = (multiplier: number): number =>
  Math.min(Math.max(multiplier, leastMultiplier), highestMultiplier);

/** The part of the first value that is named. */
export function partOf(parts: ReadonlyMap<string, number>, values: readonly string[] = []): number {
  if (parts.size === 0) return hundred;
  for (const value of values) {
    const part = parts.get(value);
    if (part !== undefined) return part;
  }
  return hundred;
}

const mostOf = (parts: ReadonlyMap<string, number>): number => Math.max(hundred, ...parts.values());
