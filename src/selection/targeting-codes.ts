import type { FeatureDictionary } from './feature-dictionary';
import { GrowingArray } from './growing-array';
import type { Candidate, Targeting } from './types';

/**
 * Targeting and flight of campaigns, each once, as flat numbers. Codes of one: for each required clause
 * the number of its features and these, then 0, the number of excluded features and these.
 */
export class TargetingCodes {
  constructor(
    private readonly data: {
      readonly codes: Uint32Array<ArrayBuffer>;
      /** By profile two: where its codes begin, and the campaign's hash. */
      readonly heads: Uint32Array<ArrayBuffer>;
      /** By profile two: start and end. */
      readonly flights: Float64Array<ArrayBuffer>;
    },
  ) {}

  campaignHash(profile: number): number {
    return this.data.heads[profile * 2 + 1]!;
  }

  startsAt(profile: number): number {
    return this.data.flights[profile * 2]!;
  }

  /** Infinity: no end. */
  endsAt(profile: number): number {
    return this.data.flights[profile * 2 + 1]!;
  }

  isInFlight(profile: number, now: number): boolean {
    return this.startsAt(profile) <= now && now <= this.endsAt(profile);
  }

  /** Whether every required clause has a stamped feature and no excluded feature is stamped. */
  matches(profile: number, stamps: Uint32Array<ArrayBuffer>, stamp: number): boolean {
    const { codes } = this.data;
    let index = this.data.heads[profile * 2]!;
    for (let count = codes[index]!; count !== 0; count = codes[index]!) {
      const end = index + 1 + count;
      index += 1;
      while (index < end && stamps[codes[index]!]! !== stamp) index += 1;
      if (index === end) return false;
      index = end;
    }
    const end = index + 2 + codes[index + 1]!;
    for (index += 2; index < end; index += 1) {
      if (stamps[codes[index]!]! === stamp) return false;
    }
    return true;
  }

  /** Whether a required clause lists this very feature. */
  requires(profile: number, feature: number): boolean {
    const { codes } = this.data;
    let index = this.data.heads[profile * 2]!;
    for (let count = codes[index]!; count !== 0; count = codes[index]!) {
      const end = index + 1 + count;
      for (index += 1; index < end; index += 1) if (codes[index] === feature) return true;
    }
    return false;
  }

  /** Calls back for each feature: required ones, then excluded ones. */
  forEach(
    profile: number,
    visitor: { required(feature: number): void; excluded(feature: number): void },
  ): void {
    const { codes } = this.data;
    let index = this.data.heads[profile * 2]!;
    for (let count = codes[index]!; count !== 0; count = codes[index]!) {
      const end = index + 1 + count;
      for (index += 1; index < end; index += 1) visitor.required(codes[index]!);
    }
    const end = index + 2 + codes[index + 1]!;
    for (index += 2; index < end; index += 1) visitor.excluded(codes[index]!);
  }

  /** Bytes held. */
  get byteLength(): number {
    const { codes, heads, flights } = this.data;
    return codes.byteLength + heads.byteLength + flights.byteLength;
  }
}

/** Collects targeting and flights, and makes `TargetingCodes` of them. */
export class TargetingCodesBuilder {
  private readonly codes = new GrowingArray((length) => new Uint32Array(length));
  private readonly heads = new GrowingArray((length) => new Uint32Array(length));
  private readonly flights = new GrowingArray((length) => new Float64Array(length));

  constructor(private readonly dictionary: FeatureDictionary) {}

  /**
   * Makes no garbage on the way: a million of these in a row would have it collected in long pauses.
   * @returns the number of the profile
   */
  add({ requires, excludes, startsAt, endsAt }: Candidate, campaignHash: number): number {
    this.heads.push(this.codes.length);
    this.heads.push(campaignHash);
    this.flights.push(startsAt);
    this.flights.push(endsAt ?? Infinity);
    requires.forEach(this.addClause);
    this.codes.push(0);
    const countAt = this.codes.length;
    this.codes.push(0);
    excludes.forEach(this.addFeatures);
    this.codes.set(countAt, this.codes.length - countAt - 1);
    return this.heads.length / 2 - 1;
  }

  private readonly addClause = (values: readonly string[], key: string): void => {
    if (values.length === 0) return;
    this.codes.push(values.length);
    this.addFeatures(values, key);
  };

  private readonly addFeatures = (values: readonly string[], key: string): void => {
    for (const value of values) this.codes.push(this.dictionary.number(key, value));
  };

  /** In slices, one for each `next()`. */
  *finish(): Generator<undefined, TargetingCodes> {
    return new TargetingCodes({
      codes: yield* this.codes.finish(),
      heads: yield* this.heads.finish(),
      flights: yield* this.flights.finish(),
    });
  }
}

function isSameTargeting(one: Targeting, other: Targeting): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const [key, values] of one) {
    const others = other.get(key);
    if (others?.length !== values.length) return false;
    if (values.some((value, index) => others[index] !== value)) return false;
  }
  return true;
}

/** Whether two candidates can share one entry; creatives of one campaign nearly always can. */
export function isSameProfile(one: Candidate, other: Candidate): boolean {
  return (
    one.startsAt === other.startsAt &&
    one.endsAt === other.endsAt &&
    isSameTargeting(one.requires, other.requires) &&
    isSameTargeting(one.excludes, other.excludes)
  );
}
