import type { mongo } from 'mongoose';
import type { Amount } from '../../amount';
import { inOneReply } from '../../platform/database/one-reply';
import type { DatabaseSession } from '../../platform/database/transaction';
import { hourIdOf, hourOfId } from '../../hour';
import { accountIdOf, type Book, earningsOf } from './book';
import type { BalanceDocument } from './book-document.store';
import { type HeldEarnings, heldAtTime, type StoredHolds } from './held-earnings';
import { assertPresent } from '../../present';

/** Earnings of an account that are not on their way. */
export interface UnpaidEarnings {
  readonly accountId: string;
  /** Unit: 10^-11 coins. */
  readonly balance: Amount;
  /** The part of it that a payment may take; not above 0: none. */
  readonly payable: Amount;
  /** The parts of it that the operator reviews. */
  readonly held: readonly HeldEarnings[];
  /** How many hours are kept that are final. */
  readonly oldHours: number;
}

/** The time that decides which earnings a payment may take. */
export interface PayableTerms {
  /** Those of hours before it; null: of any hour. */
  readonly until: Date | null;
  /** Holds that have ended by then hold nothing. */
  readonly now: Date;
}

/** Earnings that are not paid, as the books have them. */
export function createEarningsStore(balances: mongo.Collection<BalanceDocument>) {
  return {
    /**
     * Accounts with unpaid earnings, in the order of their ids.
     *
     * @param page.afterId null: from the first one on
     */
    async listEarnings(
      { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
      terms: PayableTerms,
    ): Promise<readonly UnpaidEarnings[]> {
      const found = await balances
        // Ids are hexadecimal: `g` comes behind all of them.
        .find(
          {
            _id: { $gt: earningsOf(afterId ?? ''), $lt: earningsOf('g') },
            balance: { $gt: 0n },
          },
          { readPreference: 'primary', batchSize: limit },
        )
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.map((one) => toUnpaid(one, terms));
    },

    /** Earnings of some accounts; accounts without bookings are left out. @param session as for `findEntry` */
    async listEarningsOf(
      accountIds: readonly string[],
      terms: PayableTerms,
      session?: DatabaseSession,
    ): Promise<readonly UnpaidEarnings[]> {
      const found = await balances
        .find(
          { _id: { $in: accountIds.map(earningsOf) } },
          session
            ? inOneReply(accountIds.length, session)
            : { ...inOneReply(accountIds.length), readPreference: 'primary' },
        )
        .toArray();
      return found.map((one) => toUnpaid(one, terms));
    },

    /** The earnings of single hours that a book keeps. @param session as for `findEntry` */
    async listHours(
      book: Book,
      session: DatabaseSession,
    ): Promise<readonly { readonly hour: Date; readonly amount: Amount }[]> {
      const found = await balances.findOne({ _id: book }, { session });
      return Object.entries(found?.hours ?? {}).map(([hour, amount]) => ({
        hour: hourOfId(Number(hour)),
        amount,
      }));
    },

    /** All that is held of anybody's earnings at a time, by account. */
    async listHeld(
      time: Date,
    ): Promise<readonly (HeldEarnings & { readonly accountId: string })[]> {
      const found = await balances
        .find({ held: { $exists: true } })
        .sort({ _id: 1 })
        .toArray();
      return found.flatMap(({ _id, held }) => {
        const accountId = assertPresent(accountIdOf(_id), 'earnings are an account’s');
        return heldAtTime(held, time).map((one) => ({ ...one, accountId }));
      });
    },

    /** All holds of an account's earnings, those that have ended too. */
    async findHolds(accountId: string, session: DatabaseSession): Promise<StoredHolds> {
      const found = await balances.findOne({ _id: earningsOf(accountId) }, { session });
      return found?.held ?? {};
    },

    /** Puts the holds of an account's earnings; a payment that is prepared at once meets at the balance. */
    async saveHolds(
      accountId: string,
      holds: StoredHolds,
      session: DatabaseSession,
    ): Promise<void> {
      const isNone = Object.keys(holds).length === 0;
      const update = isNone ? { $unset: { held: '' as const } } : { $set: { held: holds } };
      const options = { session, upsert: !isNone };
      const unbooked = isNone ? {} : { $setOnInsert: { balance: 0n } };
      await balances.updateOne({ _id: earningsOf(accountId) }, { ...update, ...unbooked }, options);
    },

    /** Hours that are final count no more: so a balance stays small. @param until the first that is kept */
    async forgetHours(accountIds: readonly string[], until: Date): Promise<void> {
      if (accountIds.length === 0) return;
      const found = await balances.find({ _id: { $in: accountIds.map(earningsOf) } }).toArray();
      const changes = found.flatMap(({ _id, hours = {} }) => {
        const old = Object.keys(hours).filter((hour) => Number(hour) < hourIdOf(until));
        const unset = Object.fromEntries(old.map((hour) => [`hours.${hour}`, '' as const]));
        return old.length === 0
          ? []
          : [{ updateOne: { filter: { _id }, update: { $unset: unset } } }];
      });
      if (changes.length > 0) await balances.bulkWrite(changes, { ordered: false });
    },
  };
}

function toUnpaid(
  { _id, balance, hours = {}, held }: BalanceDocument,
  { until, now }: PayableTerms,
): UnpaidEarnings {
  const first = until === null ? Infinity : hourIdOf(until);
  let payable = balance;
  let oldHours = 0;
  for (const [hour, amount] of Object.entries(hours))
    if (Number(hour) < first) oldHours += 1;
    else payable -= amount;
  const reviewed = heldAtTime(held, now);
  // Later hours are left out already.
  for (const { hour, amount } of reviewed) if (hourIdOf(hour) < first) payable -= amount;
  const accountId = assertPresent(accountIdOf(_id), 'earnings are an account’s');
  return { accountId, balance, payable, held: reviewed, oldHours };
}
