import { type Amount, formatAmount } from '../../amount';
import type { Config } from '../../config';
import type { BookContext } from '../../money/books/book.context';
import { sumBooks } from '../../money/books/sum-books.service';
import { leastBalanceOf } from '../../money/payments/due/network-fee';
import type { Rates } from '../../money/rates/rates';
import type { JobContext } from '../../platform/jobs/job.context';
import { listJobs } from '../../platform/jobs/job.service';
import type { LedgerAccount, LedgerClient } from '../../platform/ledger/ledger-client';
import { type Finding, ok, problem, warning } from '../../platform/findings/finding';
import { hourMs } from '../../time';

/** @param books null: they cannot be read yet */
export async function checkLedger(
  { ledgerAddress, payouts }: Config,
  ledger: LedgerClient | null,
  books: BookContext | null,
): Promise<Finding> {
  const check = 'ledger';
  if (ledger === null)
    return ok(check, 'not asked: without ADGATE_WALLET_URL this gateway pays nothing out');
  let account: LedgerAccount;
  try {
    account = await ledger.readOwnAccount();
  } catch (error) {
    return problem(
      check,
      `the wallet does not answer: ${error instanceof Error ? error.message : String(error)}`,
      'npm run start:wallet, with the key of the account, beside the gateway',
    );
  }
  const { address, balance } = account;
  if (address !== ledgerAddress)
    return problem(
      check,
      `the wallet has the account ${address}, the settings name ${ledgerAddress}`,
      `ADGATE_LEDGER_ADDRESS=${address}`,
    );
  const text = `${address} has ${formatAmount(balance)} coins`;
  const least = leastBalanceOf(address);
  if (balance <= least)
    return problem(
      check,
      `${text}, and must keep ${formatAmount(least)}: nobody can be paid, and nothing else be sent`,
      `transfer to ${address}`,
    );
  const due = books === null ? 0n : await sumEarnings(books);
  const day = payouts.dailyLimit !== null && payouts.dailyLimit < due ? payouts.dailyLimit : due;
  if (balance < day)
    return warning(
      check,
      `${text}, publishers have earned ${formatAmount(due)}`,
      `transfer ${formatAmount(day - balance)} and some for fees to ${address}`,
    );
  return ok(check, text);
}

/** Earnings that publishers have not been paid yet. Unit: 10^-11 coins. */
async function sumEarnings(books: BookContext): Promise<Amount> {
  const sums = await sumBooks(books);
  return sums.find(({ kind }) => kind === 'earnings')?.balance ?? 0n;
}

export async function checkRate({
  rates,
  now,
}: {
  readonly rates: Rates;
  readonly now: () => Date;
}): Promise<Finding> {
  await rates.refresh();
  const until = rates.freshUntil();
  if (until === null)
    return problem(
      'exchange rate',
      'there is none: nothing is sold',
      'adgate rate set <USD per coin>',
    );
  const hours = Math.floor((until.getTime() - now().getTime()) / hourMs);
  if (hours < 2)
    return warning('exchange rate', 'ends within two hours', 'adgate rate set <USD per coin>');
  return ok('exchange rate', `is good for ${hours} hours`);
}

export async function checkJobs(ctx: JobContext): Promise<Finding> {
  const failing = (await listJobs(ctx)).filter((job) => job.failing > 0);
  if (failing.length === 0) return ok('jobs', 'none fails');
  const names = failing.map(({ name }) => name).join(', ');
  return problem('jobs', `failed last, or hang: ${names}`, 'adgate job list');
}
