import type { Amount } from '../../../amount';
import { budgetTimeOf } from '../../../market/events/event';
import { isInBudget } from '../../../market/recorded-conversions/recorded-conversion';
import type { Notice } from '../../../platform/notices/notice';
import type { Chargeable } from '../judge/charge-entry';
import type { JudgedConversion } from '../judge/conversion-judge';
import { noticesOfConversions, noticesOfEvents } from '../judge/event-notices';
import type { VerificationLimits } from '../judge/event-rule';
import type { Judgement } from '../judge/judge';
import { dayKeyOf } from '../judge/unsigned-conversions';
import type { PriceParts } from '../judge/price-parts';
import { tallyKeysOf } from '../judge/tally';
import type { ConversionVerdict, Verdict } from '../verdict';
import { assertPresent } from '../../../present';

/** The result of judging, before it is booked. */
export type Outcome = Pick<ConversionVerdict, 'status' | 'reason' | 'parts'> & PriceParts;

/** An event or a conversion whose verdict is another one now, with all that hangs on it. */
export interface Correction {
  readonly of: 'event' | 'conversion';
  readonly id: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly occurredAt: Date;
  /** Its hour pays: see `budgetTimeOf`. */
  readonly budgetTime: Date;
  readonly before: Verdict;
  readonly now: Outcome;
  /** The charges that `before` has booked. */
  readonly takenBack: readonly Chargeable[];
  /** The charges that `now` is to book. */
  readonly charged: readonly Chargeable[];
  /** USD that it takes of its hour's budget beyond what it took; below 0: it gives back. */
  readonly spent: Amount;
  /** When a click or a conversion was judged first; absent: it is a view. */
  readonly besideAt?: Date;
  /** The counts that a counted event, or a conversion by an unsigned link, is in. */
  readonly tallyKeys: readonly string[];
  /** The definition that counts it; null: none. */
  readonly conversionId: string | null;
  /** The notices that its advertiser gets. */
  readonly noticesAt: (at: Date) => readonly Notice[];
}

/** Fees are those of when it was booked. */
export function isOther(before: Verdict, now: Outcome): boolean {
  return before.reason !== now.reason || before.price !== now.price || before.charge !== now.charge;
}

/** A verdict, and the time of the first that there was. */
interface FormerVerdict<Known extends Verdict> {
  readonly before: Known;
  readonly firstJudgedAt: Date;
}

export function correctEvent(
  { before, firstJudgedAt }: FormerVerdict<Verdict>,
  judgement: Judgement,
  limits: VerificationLimits,
): Correction {
  const { event, ...now } = judgement;
  const { id, campaignId, advertiserId, occurredAt } = event;
  const budgetTime = budgetTimeOf(event);
  const chargeable = (parts: PriceParts) =>
    parts.charge > 0n ? [{ ...event, ...parts, budgetTime }] : [];
  return {
    ...{ of: 'event', id, campaignId, advertiserId, occurredAt, budgetTime, before, now },
    takenBack: chargeable(before),
    charged: chargeable(now),
    spent: now.price - before.price,
    ...(event.kind === 'click' && { besideAt: firstJudgedAt }),
    tallyKeys: tallyKeysOf(event, limits),
    conversionId: null,
    noticesAt: (at) => noticesOfEvents([judgement], at),
  };
}

/** @returns null where it is not known any more what each of its cases was booked with. */
export function correctConversion(
  { before, firstJudgedAt }: FormerVerdict<ConversionVerdict>,
  judged: JudgedConversion,
): Correction | null {
  const { conversion, charges, ...now } = judged;
  const { id, campaignId, advertiserId, occurredAt, conversionId } = conversion;
  const booked = before.parts ?? [];
  if (before.charge > 0n && booked.length !== conversion.cases.length) return null;
  const takenBack = booked.map((part, at): Chargeable => {
    const { publisherId, siteId } = assertPresent(conversion.cases[at], 'each part is of a case');
    return { ...part, id, campaignId, advertiserId, publisherId, siteId, budgetTime: occurredAt };
  });
  const dayKey = now.price > 0n || before.price > 0n ? dayKeyOf(conversion) : null;
  const whose = { id, campaignId, advertiserId, occurredAt, budgetTime: occurredAt };
  return {
    ...{ of: 'conversion', ...whose, before, now },
    takenBack: before.charge > 0n ? takenBack : [],
    charged: now.charge > 0n ? charges : [],
    spent: isInBudget(conversion) ? now.price - before.price : 0n,
    besideAt: firstJudgedAt,
    tallyKeys: dayKey === null ? [] : [dayKey],
    conversionId,
    noticesAt: (at) => noticesOfConversions([judged], at),
  };
}
