import type { Amount } from '../../../amount';
import { unclaimedPublisherId } from '../../../identity/accounts/account';
import { hourIdOf, hourOf } from '../../../hour';
import {
  type Book,
  demandFeesOf,
  earningsOf,
  fundsOf,
  supplyFeesOf,
  unclaimedOf,
} from '../../books/book';
import type { JournalEntry, JournalLine } from '../../books/journal-entry';
import type { PriceParts } from './price-parts';
import { groupsOf } from '../../../non-empty';

/** An accepted event or case: who pays for it, and who gets it. */
export interface Chargeable extends Omit<PriceParts, 'price' | 'rate'> {
  /** Id of the event or of the conversion. */
  readonly id: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly publisherId: string;
  readonly siteId: string;
  /** Its hour pays: see `budgetTimeOf`. */
  readonly budgetTime: Date;
}

/** By which charges are put together into one entry: their campaign and hour. */
export function chargeGroupOf({ campaignId, budgetTime }: Chargeable): string {
  return `${campaignId}:${hourIdOf(budgetTime)}`;
}

/**
 * Books charges of one campaign and hour, summed up by publisher and site.
 *
 * @param charges at least one
 * @returns null where all of them are 0.
 */
export function toChargeEntry(
  charges: readonly Chargeable[],
  options: {
    /** The kind of the charges; `reversal`: they take back an entry. */
    readonly kind: 'charge' | 'conversion' | 'reversal';
    /** The entry that booked the charges which are taken back. */
    readonly reverses?: string;
    readonly partition: number;
    readonly at: Date;
    /** Makes the id of a reversal differ from others of the same events. */
    readonly batch: number;
  },
): JournalEntry | null {
  const [first] = charges;
  if (!first) throw new Error('an entry needs a charge');
  const { kind, partition, at, batch, reverses } = options;
  const sign = kind === 'reversal' ? -1n : 1n;
  const about = { campaignId: first.campaignId, hour: hourOf(first.budgetTime) };
  const sum = (amountOf: (charge: Chargeable) => Amount, of = charges) =>
    of.reduce((total, charge) => total + amountOf(charge), 0n);
  const line = (book: Book, amount: Amount, siteId?: string): JournalLine => ({
    book,
    amount: sign * amount,
    ...(siteId !== undefined && { siteId }),
    ...about,
  });
  const payees = groupsOf(charges, ({ publisherId, siteId }) => `${publisherId}:${siteId}`);
  const lines = [
    line(fundsOf(first.advertiserId), -sum(({ charge }) => charge)),
    line(
      demandFeesOf(partition),
      sum(({ demandFee }) => demandFee),
    ),
    line(
      supplyFeesOf(partition),
      sum(({ supplyFee }) => supplyFee),
    ),
    line(
      'fees:community',
      sum(({ communityFee = 0n }) => communityFee),
    ),
    ...[...payees.values()].map((of) => {
      const { publisherId, siteId } = of[0];
      const isUnclaimed = publisherId === unclaimedPublisherId;
      return line(
        isUnclaimed ? unclaimedOf(partition) : earningsOf(publisherId),
        sum(({ revenue }) => revenue, of),
        siteId,
      );
    }),
  ].filter(({ amount }) => amount !== 0n);
  if (lines.length === 0) return null;
  const id = `${kind}:${batch}:${chargeGroupOf(first)}:${first.id}`;
  return { id, kind, at, lines, memo: null, ...(reverses !== undefined && { reverses }) };
}
