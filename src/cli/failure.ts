import { constants } from 'node:os';
import mongoose from 'mongoose';
import { ConfigError } from '../config';
import { AppError } from '../errors';
import { describeWrongUri } from '../platform/database/failed-connection';
import { isDatabaseDiskFull, isDatabaseUnavailable } from '../platform/database/unavailable';
import { LedgerFailure } from '../platform/ledger/ledger-failure';
import { isRecord } from '../record';
import { type CommandContext, CommandError } from './command';
import { systemErrorCode } from './system-error';

const authenticationCodes: readonly unknown[] = [13, 18];

/** Says what went wrong and what to do about it, in one line. `ADGATE_LOG_LEVEL=debug` adds a bug's stack. */
export function describeFailure(
  error: unknown,
  ctx: Pick<CommandContext, 'env' | 'signal'>,
): string {
  if (error instanceof CommandError || error instanceof ConfigError) return error.message;
  if (error instanceof AppError) return describeAppError(error);
  if (ctx.signal.aborted) return `interrupted by ${String(ctx.signal.reason)}`;
  if (error instanceof LedgerFailure)
    return `wallet, relay or node did not do as they were asked: ${firstLine(error)}: look at these three and run it again`;
  const wrongUri = describeWrongUri(error);
  if (wrongUri !== null) return `the database cannot be used: ${wrongUri}`;
  if (error instanceof mongoose.mongo.MongoParseError)
    return `the database cannot be used: ${firstLine(error)}: correct MONGODB_URI`;
  if (isDatabaseDiskFull(error))
    return 'the disk is full that the database writes to: make room there and run it again';
  if (isDatabaseUnavailable(error))
    return `the database does not answer: ${firstLine(error)}: check --uri or MONGODB_URI`;
  if (error instanceof mongoose.mongo.MongoServerError)
    return authenticationCodes.includes(error.code)
      ? `the database refuses: ${firstLine(error)}: check the user and the password in the URI`
      : `the database refuses: ${firstLine(error)} (error ${String(error.code)})`;
  return describeSystemError(error) ?? describeBug(error, ctx.env);
}

function describeAppError({ message, details = {} }: AppError): string {
  const problems = Object.entries(details).map(([field, of]) =>
    [...(field === '' ? [] : [field]), of.join(', ')].join(' '),
  );
  const [first = '', ...others] = problems;
  // Many messages are the first of the problems, and how many more there are.
  const said = message.replace(/ \(and \d+ more\)$/, '');
  if (problems.length === 0) return message;
  if (said.endsWith(first)) return [said, ...others].join('; ');
  return `${message}: ${problems.join('; ')}`;
}

function describeSystemError(error: unknown): string | null {
  const place = isRecord(error) && typeof error.path === 'string' ? error.path : 'the folder';
  switch (systemErrorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `the disk is full at ${place}: make room and run it again`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${place} may not be read or written: change its rights or give another folder`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${place} is not a folder: give another one`;
    case 'ENAMETOOLONG':
      return `the folder's name is too long: give another one`;
    default:
      return null;
  }
}

function describeBug(error: unknown, env: CommandContext['env']): string {
  if (error instanceof Error && env['ADGATE_LOG_LEVEL'] === 'debug')
    return error.stack ?? error.message;
  return `this should not happen: ${firstLine(error)}: ADGATE_LOG_LEVEL=debug shows where, please report it`;
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).replace(/\n[^]*/, '');
}

/** 128 and the number of the signal, as shells count it. */
export function interruptedExitCode({ reason }: AbortSignal): number {
  return 128 + (reason === 'SIGTERM' ? constants.signals.SIGTERM : constants.signals.SIGINT);
}
