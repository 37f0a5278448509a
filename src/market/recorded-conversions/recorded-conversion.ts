import { hash, timingSafeEqual } from 'node:crypto';
import type { Amount } from '../../amount';
import type { ConversionLimitType } from '../../demand/conversions/conversion.resource';
import { dayMs } from '../../time';

/** One case's part of a conversion: who is paid for it, and how much it is worth. Ids are 32 lower-case hex. */
export interface ConvertedCase {
  readonly caseId: string;
  /** Id of the event, an impression or a click, that the case is known by. */
  readonly eventId: string;
  /** Ids of views of the case's later offers. Any accepted view of them all is enough; absent: there are none. */
  readonly laterViewIds?: readonly string[];
  readonly publisherId: string;
  readonly siteId: string;
  readonly placementId: string;
  readonly creativeId: string;
  /** USD; 0 for a confirmed click, which is worth the campaign's price of a click. */
  readonly value: Amount;
  /** Absent: a site of ours has shown it. */
  readonly peer?: ConvertedPeerCase;
}

/** The other server that a converted case is of. */
export interface ConvertedPeerCase {
  /** Its account on the ledger, with its checksum. */
  readonly address: string;
  /** The case as it told it first. */
  readonly cid: string;
  /** Id of the click of its offer: that click, or one of `laterClickIds`, must be accepted. */
  readonly clickId: string;
  /** Ids of clicks of the server's later offers of the case. Any accepted click of them all is enough; absent: there are none. */
  readonly laterClickIds?: readonly string[];
}

/**
 * How far a call can be told from one that a publisher made for his own views: it is signed; or it came from a network
 * that none of its views came from; or by neither.
 *
 * @see docs/verification.md
 */
export type ConversionEvidence = 'signed' | 'other_network' | 'none';

/** One call of a conversion's URL, recorded once for all of its cases. */
export interface RecordedConversion {
  /** 32 lower-case hex. */
  readonly id: string;
  /** null: a click of the campaign was confirmed. */
  readonly conversionId: string | null;
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly limitType: ConversionLimitType;
  /** The newest event first. Clicks of several offers may have one case. */
  readonly cases: readonly ConvertedCase[];
  readonly occurredAt: Date;
  /** Absent: a click was confirmed, or it was recorded before this was noted. */
  readonly evidence?: ConversionEvidence;
  /** Most unsigned ones of the conversion that are paid for in a day; absent where `evidence` is. */
  readonly dailyLimit?: number;
  /** The network of the call, as events have it, until there is a verdict; absent: a local one, or not needed. */
  readonly remoteAddress?: string;
}

/** Says that the conversion is paid out of its hour's budget, and not out of funds alone. */
export function isInBudget({ limitType }: Pick<RecordedConversion, 'limitType'>): boolean {
  return limitType === 'in_budget';
}

/** Cases of one visitor that share a conversion. */
export const maxSharedCases = 50;
/** How far back a visitor's cases reach. */
export const visitorCasesForMs = 30 * dayMs;
/** How long after its view, or its click, a case that is named may convert: what it may have once is known as long. */
export const convertibleForMs = 90 * dayMs;
/** How long a signature holds. */
export const signatureForSeconds = 300;
/** How long its nonce is taken: to the end of the signature's last second, on whatever process' clock. */
export const nonceForSeconds = signatureForSeconds + 10;

/** The members of a signed request, as the query spelled them. */
export interface SignedConversion {
  /** The id of the conversion or campaign, as the path spelled it. */
  readonly id: string;
  readonly nonce: Uint8Array;
  /** Unix seconds, decimal. */
  readonly timestamp: string;
  /** Empty when absent. */
  readonly value: string;
  /** Empty when absent. */
  readonly caseId: string;
}

/**
 * SHA-256 over id, nonce (its bytes), timestamp, value, case and the campaign's secret, one behind the other.
 *
 * @see docs/reference-clients.md §10
 */
function signConversion(signed: SignedConversion, secret: string): Buffer {
  const { id, nonce, timestamp, value, caseId } = signed;
  const text = (part: string) => Buffer.from(part);
  const bytes = Buffer.concat([text(id), nonce, text(`${timestamp}${value}${caseId}${secret}`)]);
  return hash('sha256', bytes, 'buffer');
}

/** @param signature base64url without padding */
export function isSignedBy(secret: string, signed: SignedConversion, signature: string): boolean {
  if (!/^[\w-]{43}$/.test(signature)) return false;
  return timingSafeEqual(signConversion(signed, secret), Buffer.from(signature, 'base64url'));
}
