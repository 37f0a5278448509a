/**
 * A book of the double entry: an account's pocket, the operator's income, or the outside that money comes from and
 * goes to. All of them count coins; what one gains others lose, so all together hold 0.
 */
export type Book =
  | `funds:${string}`
  | `earnings:${string}`
  | `fees:demand:${number}`
  | `fees:supply:${number}`
  | `unclaimed:${number}`
  | (typeof singleBooks)[number];

const singleBooks = [
  /** As `unclaimed:<partition>`, before there were partitions of it. */
  'unclaimed',
  'outside:deposits',
  'outside:withdrawals',
  'outside:payments',
  /** The community's part of charges on other servers' sites, till it is paid. */
  'fees:community',
  /** The network's fees of broadcasts and of transfers that were ordered: the operator's cost, and who has got it. */
  'fees:network',
  'outside:network',
  /** Joining fees between servers: the operator's. */
  'peers:joining',
  /** Coins of other servers that explain no case of theirs here, and earnings of theirs that no event tells: the operator's. */
  'peers:rest',
  /** Payments that are on their way. */
  'clearing:payments',
  /** Deposits that nobody has been found for. */
  'clearing:deposits',
  /** Coins of other servers that are not explained yet. */
  'clearing:peers',
  /** Withdrawals that were asked for, and that there is no payment of yet. */
  'clearing:withdrawals',
] as const;

/** The form of every book's name. */
const pattern = new RegExp(
  `^(?:(?:funds|earnings):[0-9a-f]{32}|(?:fees:(?:demand|supply)|unclaimed):\\d{1,2}|${singleBooks.join('|')})$`,
);

/** The book of the money that an account has paid in and may spend. */
export const fundsOf = (accountId: string): Book => `funds:${accountId}`;

/** The book of the money that an account has earned and is paid. */
export const earningsOf = (accountId: string): Book => `earnings:${accountId}`;

/** @param partition of the verification, so that two of them seldom write to one book */
export const demandFeesOf = (partition: number): Book => `fees:demand:${partition}`;

/** @param partition as for {@link demandFeesOf} */
export const supplyFeesOf = (partition: number): Book => `fees:supply:${partition}`;

/** Revenue of sites that nobody has claimed: the operator's. @param partition as for {@link demandFeesOf} */
export const unclaimedOf = (partition: number): Book => `unclaimed:${partition}`;

/** Says that a balance keeps the sums of single hours: only earnings wait for their hours. */
export const keepsHours = (book: Book): boolean => book.startsWith('earnings:');

export function isBook(name: string): name is Book {
  return pattern.test(name);
}

/** The account whose pocket a book is; null for the operator's and the outside's. */
export function accountIdOf(book: Book): string | null {
  return /^(?:funds|earnings):(.*)$/.exec(book)?.[1] ?? null;
}
