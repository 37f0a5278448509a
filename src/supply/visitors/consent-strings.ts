import { BitReader } from './bit-reader';
import type { GppSection } from './gpp-string';

/** Ids of sections of GPP strings. @see IAB GPP 1.1, "Section Information" */
const sectionIds = { tcfEurope: 2, tcfCanada: 5, usPrivacy: 6 } as const;
/** Ids of the sections of laws of the United States that this server can read: from `first` to `last`. */
const usStates = { first: 7, last: 27 } as const;

const tcfVersion = 2;
/** Bits of core strings that say the consent to purpose 1. */
const placeOfPurpose1 = 152;
const canadianPlaces = { express: 151, implied: 175 } as const;

/** The bits of `SaleOptOut`, `SharingOptOut` and `TargetedAdvertisingOptOut` of a section: two bits each, side by side. */
interface OptOuts {
  /** The first bit. */
  readonly place: number;
  /** Members that the section has. */
  readonly count: number;
}
const usualOptOuts: OptOuts = { place: 12, count: 2 };
const fromBit14: OptOuts = { place: 14, count: 2 };
const fromBit16: OptOuts = { place: 16, count: 2 };
const optOuts: ReadonlyMap<number, OptOuts> = new Map([
  [7, { place: 18, count: 3 }],
  [11, fromBit14],
  [18, fromBit14],
  ...[24, 25, 26, 27].map((id) => [id, fromBit16] as const),
]);
const optedOut = 1;
/** Type of the segment that repeats Global Privacy Control. */
const gpcSegment = 1;

/**
 * Says that a TC string consents to purpose 1: to store and to read on the visitor's device.
 *
 * @see IAB TCF 2.2, "The Core String"
 * @throws {RangeError} when the text is no TC string of TCF 2.
 */
export function agreesToTcf(text: string): boolean {
  const [core = ''] = text.split('.', 1);
  const bits = new BitReader(core);
  if (bits.read(6) !== tcfVersion) throw new RangeError('no TC string of TCF 2');
  return bits.at(placeOfPurpose1).read(1) === 1;
}

/**
 * Says that a section of a GPP string consents to purpose 1; null for a section of a law that asks for no consent.
 *
 * @throws {RangeError} when the section cannot be read.
 */
export function agreementOf({ id, segments: [core] }: GppSection): boolean | null {
  if (id === sectionIds.tcfEurope) return agreesToTcf(core);
  if (id !== sectionIds.tcfCanada) return null;
  const bits = new BitReader(core);
  return Object.values(canadianPlaces).some((place) => bits.at(place).read(1) === 1);
}

export const isOfEurope = ({ id }: GppSection): boolean => id === sectionIds.tcfEurope;

/**
 * Says that the visitor has opted out of sale, sharing or targeted advertising by a section of the United States.
 *
 * @throws {RangeError} when the section cannot be read.
 */
export function hasOptedOut({ id, segments: [core, ...more] }: GppSection): boolean {
  // The third letter of a string such as `1YNN` is the opt-out of sale.
  if (id === sectionIds.usPrivacy) return core[2] === 'Y';
  if (id < usStates.first || id > usStates.last) return false;
  const { place, count } = optOuts.get(id) ?? usualOptOuts;
  const bits = new BitReader(core).at(place);
  for (let left = count; left > 0; left -= 1) if (bits.read(2) === optedOut) return true;
  return more.some((segment) => {
    const gpc = new BitReader(segment);
    return gpc.read(2) === gpcSegment && gpc.read(1) === 1;
  });
}
