import { type AdEvent, maxRepeats, partitionOf, repeatIdOf } from './event';
import { minuteMs } from '../../time';

/** The condition of events and conversions that wait for a verdict, and of the indexes of these alone. */
export const isOpen = { verifyAt: { $gt: new Date(0) } };

/** The condition of events that other servers are paid for, and of the index of these alone. */
export const isEarnedByPeer = { peer: { $exists: true }, 'verdict.revenue': { $gt: 0n } };

/** An event as the database has it. */
export interface EventDocument extends Omit<AdEvent, 'id'> {
  readonly _id: string;
  /** On clicks that count so far: until when their impression may come. */
  readonly settleAt?: Date;
  /** Until it has a verdict: its advertiser's part of the work, from 0 to 15. */
  readonly partition?: number;
  /** Until it has a verdict: when to verify it. */
  readonly verifyAt?: Date;
  /** The finding of the verification: `Verdict` of money/verification. */
  readonly verdict?: object;
  /** The remittance whose details tell what another server’s event has earned; absent: none does yet. */
  readonly remittanceId?: string;
  /** Its finding before that. */
  readonly previousVerdicts?: readonly object[];
}

/** How long the impression of a click may be under way, counted from when the click was stored. */
export const settleAfterMs = 10 * minuteMs;

export function toEvent(document: EventDocument): AdEvent {
  const { _id, settleAt, partition, verifyAt, verdict, previousVerdicts, remittanceId, ...rest } =
    document;
  return { id: _id, ...rest };
}

/** An event that is due to be verified at once. */
export function toDocument({ id, ...rest }: AdEvent, storedAt: Date): EventDocument {
  return { _id: id, ...rest, partition: partitionOf(rest.advertiserId), verifyAt: storedAt };
}

/** The same event under the id of a repeat, where another case has its place. */
export function toRepeat(event: AdEvent, id: string, storedAt: Date): EventDocument {
  const invalidTraffic = event.invalidTraffic ?? 'repeat';
  const { frequency, ...rest } = event;
  return { ...toDocument(rest, storedAt), _id: id, invalidTraffic };
}

/** The ids that the cases of one place are stored under, in the order in which they are taken. */
export function placesOf(id: string): readonly string[] {
  return [id, ...Array.from({ length: maxRepeats }, (_value, index) => repeatIdOf(id, index + 1))];
}

/** Takes the first free place of the repeats for an event; null: its case has a place, or none is free. */
export function claimPlace(holders: Map<string, string>, { id, caseId }: AdEvent): string | null {
  for (const place of placesOf(id)) {
    const holder = holders.get(place);
    if (holder === caseId) return null;
    if (holder !== undefined || place === id) continue;
    holders.set(place, caseId);
    return place;
  }
  return null;
}
