import { isScheduled, localOf } from './month-terms';

/** The least prices of a placement and its site, as they are stored. */
export interface Floors {
  /** Of the placement, in 10^-11 USD per thousand views; null: as the site says. */
  readonly ofPlacement: bigint | null;
  readonly minimumRpm: bigint | null;
  /** Such as `country:de Mo-Fr 09:00-17:00 2.5`. */
  readonly minimumRpms: readonly string[];
  readonly timeZone: string;
}

/** The least price of a view, in 10^-11 USD: of the most special that fit, the highest. */
export function floorOf(
  { ofPlacement, minimumRpm, minimumRpms, timeZone }: Floors,
  { at, country }: { readonly at: Date; readonly country: string | null },
): bigint {
  if (ofPlacement !== null) return ofPlacement / 1000n;
  const local = localOf(at, timeZone);
  const entries = minimumRpms.map((text) => {
    const words = text.split(' ');
    const price = BigInt(Math.round(Number(words.pop()) * 1e8));
    const named = words[0]?.startsWith('country:') === true ? words.shift() : undefined;
    const hours = words.join(' ');
    const fits =
      (named === undefined || named === `country:${country}`) &&
      (hours === '' || isScheduled([hours], local));
    return { price, fits, weight: (named === undefined ? 0 : 2) + (hours === '' ? 0 : 1) };
  });
  const [first] = entries
    .filter(({ fits }) => fits)
    .sort((one, other) => other.weight - one.weight || Number(other.price - one.price));
  return first?.price ?? (minimumRpm ?? 0n) / 1000n;
}
