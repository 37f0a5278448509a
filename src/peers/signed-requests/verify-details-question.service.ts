import { createHash } from 'node:crypto';
import { isAccountAddress } from '../../../sidecar/ledger/address';
import { AppError } from '../../errors';
import { minuteMs, parseTime, secondMs } from '../../time';
import type { VerifyRequestContext } from './verify-request.service';

/** A question of another server for what a payment is for, as its path has it. */
export interface DetailsQuestion {
  readonly transaction: string;
  readonly account: string;
  readonly date: string;
  readonly signature: string;
}

/** A question that the account itself has signed. */
export interface VerifiedQuestion {
  /** `NNNN:MMMMMMMM:PPPP`. */
  readonly transactionId: string;
  /** With its checksum, upper-case. */
  readonly account: string;
}

const mostOffMs = 10 * minuteMs;

/**
 * Verifies in this order: forms, time, key, signature.
 *
 * @throws {AppError} `BAD_REQUEST`, also for another's signature and for a clock that is more than 10 minutes off;
 * `TOO_MANY_REQUESTS` while too many keys are asked for; {LedgerFailure}
 * @see docs/peers.md §3
 */
export async function verifyDetailsQuestion(
  ctx: Pick<VerifyRequestContext, 'accountKeys' | 'now'>,
  { transaction, account: told, date, signature }: DetailsQuestion,
  isKnown: (account: string) => boolean,
): Promise<VerifiedQuestion> {
  const digits = transaction.replace(/[^0-9a-f]/gi, '').toUpperCase();
  if (digits.length !== 16 || transaction.length > mostCharacters)
    throw refused('the transaction must have 16 hex digits');
  const account = told.toUpperCase();
  if (!isAccountAddress(account)) throw refused('the account must be an address with its checksum');
  const time = parseTime(date);
  if (time === null) throw refused('the date must be ISO 8601 with an offset');
  const now = ctx.now();
  if (Math.abs(now.getTime() - time.getTime()) > mostOffMs)
    throw refused(
      `the date is ${time.toISOString()}, and here it is ${now.toISOString()}: good are 10 minutes`,
    );
  if (!/^[0-9a-f]{128}$/i.test(signature)) throw refused('the signature must have 128 hex digits');
  const verifies = await ctx.accountKeys?.find(account, isKnown(account) ? 'peer' : 'stranger');
  if (!verifies) throw refused('the ledger does not know the account');
  const seconds = Math.floor(time.getTime() / secondMs);
  const text = createHash('sha1').update(`${transaction}${seconds}${told}`).digest('hex');
  if (!verifies(Buffer.from(text), Buffer.from(signature, 'hex')))
    throw refused('the signature is not that of the account');
  const transactionId = digits.replace(/^(.{4})(.{8})(.{4})$/, '$1:$2:$3');
  return { transactionId, account };
}

const mostCharacters = 64;

const refused = (problem: string) => new AppError('BAD_REQUEST', problem);
