import { agreementOf, agreesToTcf, hasOptedOut, isOfEurope } from './consent-strings';
import { type GppSection, readGppString } from './gpp-string';

/**
 * The words on a visitor's consent that go along with a find, as a page and its consent manager spell them: values of any
 * shape, for managers err. Undefined, null and an empty text say nothing.
 */
export interface ToldConsent {
  /** The page's own word: true or false. */
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

/**
 * Says that a visitor has opted out, or has not given the consent that is needed. What cannot be read counts as a refusal;
 * where nothing is said, nothing is refused.
 *
 * @see docs/interface.md "Consent of the visitor"
 */
export function refusesConsent(told: ToldConsent): boolean {
  try {
    return isRefused(told);
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

function isRefused({ given, gdpr, tcf, gpp, gpc }: ToldConsent): boolean {
  if (!isAbsent(gpc) && !isNo(gpc)) return true;
  const sections = isAbsent(gpp) ? [] : readGppString(textOf(gpp));
  if (sections.some(hasOptedOut)) return true;
  if (!isAbsent(given)) return given !== true;
  const agreements = [
    ...(isAbsent(tcf) || isNo(gdpr) ? [] : [agreesToTcf(textOf(tcf))]),
    ...agreementsOf(isNo(gdpr) ? sections.filter((one) => !isOfEurope(one)) : sections),
  ];
  // Where the GDPR applies, no word is no consent.
  if (agreements.length === 0) return !isAbsent(gdpr) && !isNo(gdpr);
  return agreements.includes(false);
}

const agreementsOf = (sections: readonly GppSection[]): readonly boolean[] =>
  sections.map(agreementOf).filter((agreement) => agreement !== null);

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

const isNo = (value: unknown): boolean => value === false || value === 0;

/** @throws {RangeError} */
function textOf(value: unknown): string {
  if (typeof value === 'string' && value.length <= mostLength) return value;
  throw new RangeError('no string of a length that is read');
}
