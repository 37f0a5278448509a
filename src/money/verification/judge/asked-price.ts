import type { Amount } from '../../../amount';
import { budgetTimeOf } from '../../../market/events/event';
import { isInBudget } from '../../../market/recorded-conversions/recorded-conversion';
import type { JudgedConversion } from './conversion-judge';
import type { JudgedEvent } from './event-rule';
import type { Judgement } from './judge';

/** A price that a campaign was asked for. */
export interface AskedPrice {
  readonly campaignId: string;
  readonly advertiserId: string;
  /** Its hour and day pay. */
  readonly budgetTime: Date;
  /** The hour’s budget is the one that `budgetOf` finds for it. */
  readonly times: Pick<JudgedEvent, 'exp' | 'offeredAt' | 'occurredAt'>;
  /** Unit: 10^-11 USD; 0 where it was refused. */
  readonly paid: Amount;
  /** The price that was paid, or would have been: which budget refused it is not told. Unit: 10^-11 USD. */
  readonly price: Amount;
}

export function askedOfEvent({ event, price, reason }: Judgement): AskedPrice {
  const { campaignId, advertiserId } = event;
  const asked = reason === 'budget_spent' ? (event.price ?? 0n) : price;
  const budgetTime = budgetTimeOf(event);
  return { campaignId, advertiserId, budgetTime, times: event, paid: price, price: asked };
}

/** Only what is in budget asks for a price of it. */
export function askedOfConversion({
  conversion,
  price: paid,
  reason,
}: JudgedConversion): readonly AskedPrice[] {
  if (!isInBudget(conversion)) return [];
  const { campaignId, advertiserId, occurredAt, cases } = conversion;
  const wanted = cases.reduce((sum, { value }) => sum + value, 0n);
  const price = reason === 'budget_spent' ? wanted : paid;
  const times = { offeredAt: occurredAt, occurredAt };
  return [{ campaignId, advertiserId, budgetTime: occurredAt, times, paid, price }];
}

/** The sum that was paid of some prices, and the dearest of them. Unit: 10^-11 USD. */
export const totalOf = (asked: readonly AskedPrice[]) => ({
  paid: asked.reduce((sum, one) => sum + one.paid, 0n),
  dearest: asked.reduce((most, { price }) => (price > most ? price : most), 0n),
});
