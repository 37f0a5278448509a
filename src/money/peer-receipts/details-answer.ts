import { type Amount, maxAmount } from '../../amount';
import { isRecord } from '../../record';
import type { DetailsMeta, ReceiptLine } from './peer-receipt';

/** The lines of one page, in their order. */
export interface LinesOfPage {
  readonly lines: readonly ReceiptLine[];
  /** All that the page had. */
  readonly count: number;
}

const idPattern = /^[0-9a-f]{32}$/i;

/**
 * Reads a page of lines, each by itself: what is none is left out, and what is of 0.
 *
 * @returns null where the answer is no list.
 * @see docs/peers.md §10
 */
export function readDetailsPage(answer: unknown, most: number): LinesOfPage | null {
  if (!Array.isArray(answer)) return null;
  const page: readonly unknown[] = answer.slice(0, most);
  return { lines: page.flatMap(readLine), count: page.length };
}

function readLine(line: unknown): readonly ReceiptLine[] {
  if (!isRecord(line)) return [];
  const { case_id: caseId, event_value: told } = line;
  const value = readAmount(told);
  if (typeof caseId !== 'string' || !idPattern.test(caseId) || !value) return [];
  return [{ caseId: caseId.toLowerCase(), value }];
}

/** A boost as its server tells it: the campaign by that server's id. */
export interface ToldBoost {
  /** Lower-case hex, as lists of campaigns have it. */
  readonly theirId: string;
  /** Unit: 10^-11 coins, above 0. */
  readonly value: Amount;
}

/**
 * Reads boosts of campaigns, each by itself.
 *
 * @returns null where the answer is no list.
 */
export function readBoosts(answer: unknown, most: number): readonly ToldBoost[] | null {
  if (!Array.isArray(answer)) return null;
  const told: readonly unknown[] = answer.slice(0, most);
  return told.flatMap((line) => {
    if (!isRecord(line)) return [];
    const { campaign_id: theirId } = line;
    const value = readAmount(line['value']);
    if (typeof theirId !== 'string' || !idPattern.test(theirId) || !value) return [];
    return [{ theirId: theirId.toLowerCase(), value }];
  });
}

/** @returns null for an answer that is no summary. */
export function readDetailsMeta(answer: unknown): DetailsMeta | null {
  if (!isRecord(answer)) return null;
  const [allocation, boost, events] = ['allocation', 'boost', 'events'].map((name) => {
    const part = answer[name];
    return isRecord(part) ? readSum(part['sum']) : null;
  });
  if (allocation == null || boost == null || events == null) return null;
  return { allocation, boost, events };
}

/** Of a sum beyond 90,071 coins a double has not all digits: nothing is booked by it but what it is cut to. null: it is none. */
function readSum(value: unknown): Amount | null {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) return null;
  const sum = BigInt(value);
  return sum <= maxAmount ? sum : null;
}

/** A number that JSON has exactly, 0 or more; null: it is none. */
function readAmount(value: unknown): Amount | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? BigInt(value)
    : null;
}
