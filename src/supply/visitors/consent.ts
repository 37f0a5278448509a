import { agreementOf, agreesToTcf, hasOptedOut, isOfEurope } from './consent-strings';
import { type GppSection, readGppString } from './gpp-string';

/**
 * The words on a visitor's consent that go along with a find, as a page and its consent manager spell them: values of any
 * shape, for managers err. Undefined, null and an empty text say nothing.
 */
export interface ToldConsent {
  /** The page's own word: true or 1, false or 0. */
  readonly given: unknown;
  /** False or 0: the GDPR does not apply. */
  readonly gdpr: unknown;
  /** TC string of TCF 2. */
  readonly tcf: unknown;
  /** GPP string. */
  readonly gpp: unknown;
  /** True or 1: Global Privacy Control. */
  readonly gpc: unknown;
}

/** Longer strings are not read. */
const mostLength = 8_192;

/** The visitor's word; null: nothing is said of consent. */
export type Consent = 'given' | 'refused' | null;

/**
 * Reads whether a visitor has consented, or has opted out or not given the consent that is needed. What cannot be read
 * counts as a refusal. Consent that no law asks for counts as given.
 *
 * @see docs/interface.md "Consent of the visitor"
 */
export function consentOf(told: ToldConsent): Consent {
  try {
    return readConsent(told);
  } catch (error) {
    if (error instanceof RangeError) return 'refused';
    throw error;
  }
}

function readConsent({ given, gdpr, tcf, gpp, gpc }: ToldConsent): Consent {
  if (!isAbsent(gpc) && !isNo(gpc)) return 'refused';
  const sections = isAbsent(gpp) ? [] : readGppString(textOf(gpp));
  if (sections.some(hasOptedOut)) return 'refused';
  if (!isAbsent(given)) return isYes(given) ? 'given' : 'refused';
  const agreements = [
    ...(isAbsent(tcf) || isNo(gdpr) ? [] : [agreesToTcf(textOf(tcf))]),
    ...agreementsOf(isNo(gdpr) ? sections.filter((one) => !isOfEurope(one)) : sections),
  ];
  if (agreements.includes(false)) return 'refused';
  if (agreements.length > 0 || isNo(gdpr)) return 'given';
  // Where the GDPR applies, no word is no consent.
  return isAbsent(gdpr) ? null : 'refused';
}

const agreementsOf = (sections: readonly GppSection[]): readonly boolean[] =>
  sections.map(agreementOf).filter((agreement) => agreement !== null);

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

const isYes = (value: unknown): boolean => value === true || value === 1;

const isNo = (value: unknown): boolean => value === false || value === 0;

/** @throws {RangeError} */
function textOf(value: unknown): string {
  if (typeof value === 'string' && value.length <= mostLength) return value;
  throw new RangeError('no string of a length that is read');
}
