import type { Amount } from '../../amount';
import type { AccountStore } from '../../identity/accounts/account.store';
import { fundsOf } from '../books/book';
import type { BookStore } from '../books/book.store';
import type { Rates } from '../rates/rates';
import { hourMs } from '../../time';

/** The money that accounts have for their campaigns, as a gateway sees it when it sets money aside. */
export interface AccountFunds {
  /** False after an hour without a fresh rate: then only free offers may be made. */
  mayOffer(): boolean;
  /** Lists those of the accounts whose funds have bounds. */
  listLimited(advertiserIds: readonly string[]): Promise<readonly string[]>;
  /**
   * The money that these accounts can pay, 10^-11 USD at the rate of now; null: no bounds. An unknown account has
   * no bounds either: its campaigns are judged by others.
   */
  list(advertiserIds: readonly string[]): Promise<ReadonlyMap<string, Amount | null>>;
  /** Tells how many 10^-11 USD of now as many coins are as an amount of another hour costs; rounded up. */
  inUsdOfNow(amount: Amount, hour: Date): Amount;
}

interface KnownLimit {
  readonly creditLimit: Amount | null;
  /** Unix milliseconds. */
  readonly readAt: number;
}

const unitsPerCoin = 10n ** 11n;
/** Credit limits are the operator's, and change seldom. */
const limitsKeptMs = 30_000;
const mostLimits = 100_000;
const longestWithoutRateMs = hourMs;

export function createAccountFunds(parts: {
  readonly accounts: Pick<AccountStore, 'listCreditLimits'>;
  readonly books: Pick<BookStore, 'balancesOf'>;
  readonly rates: Pick<Rates, 'recent'>;
  readonly now: () => Date;
}): AccountFunds {
  const { accounts, books, rates, now } = parts;
  const limits = new Map<string, KnownLimit>();
  let lastRate: { readonly rate: Amount | null; readonly seenAt: number } | null = null;

  /** The rate of now, or the last one, and when it was there; a rate of null: none was ever known. */
  function lastKnownRate(): { readonly rate: Amount | null; readonly seenAt: number } {
    const at = now();
    const rate = rates.recent(at)?.rate ?? null;
    // The rate before this process began is not known: assume that it was there just now.
    if (rate !== null || lastRate === null) lastRate = { rate, seenAt: at.getTime() };
    // The clock was set back since.
    if (lastRate.seenAt > at.getTime()) lastRate = { ...lastRate, seenAt: at.getTime() };
    return lastRate;
  }

  async function limitsOf(ids: readonly string[]): Promise<void> {
    const at = now().getTime();
    // Either way: the clock may be set back.
    const ageOf = (id: string) => Math.abs(at - (limits.get(id)?.readAt ?? 0));
    const unknown = ids.filter((id) => ageOf(id) > limitsKeptMs);
    if (unknown.length === 0) return;
    if (limits.size > mostLimits) limits.clear();
    const found = await accounts.listCreditLimits(unknown);
    for (const id of unknown) limits.set(id, { creditLimit: found.get(id) ?? null, readAt: at });
  }

  const limitOf = (id: string) => limits.get(id)?.creditLimit ?? null;

  return {
    async listLimited(advertiserIds) {
      await limitsOf(advertiserIds);
      return advertiserIds.filter((id) => limitOf(id) !== null);
    },

    mayOffer() {
      return now().getTime() - lastKnownRate().seenAt <= longestWithoutRateMs;
    },

    async list(advertiserIds) {
      await limitsOf(advertiserIds);
      const limited = advertiserIds.filter((id) => limitOf(id) !== null);
      const balances = limited.length === 0 ? null : await books.balancesOf(limited.map(fundsOf));
      const { rate } = lastKnownRate();
      return new Map(
        advertiserIds.map((id) => {
          const credit = limitOf(id);
          if (credit === null) return [id, null];
          const coins = (balances?.get(fundsOf(id)) ?? 0n) + credit;
          return [id, coins <= 0n || rate === null ? 0n : (coins * rate) / unitsPerCoin];
        }),
      );
    },

    inUsdOfNow(amount, hour) {
      const { rate: present } = lastKnownRate();
      const former = rates.recent(hour)?.rate ?? present;
      if (present === null || former === null) return amount;
      return (amount * present + former - 1n) / former;
    },
  };
}
