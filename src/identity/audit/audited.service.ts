import { AppError } from '../../errors';
import { createId } from '../../id';
import { dayMs } from '../../time';
import { isRecord } from '../../record';
import type { AccountContext } from '../accounts/account.context';
import { toEmail } from '../accounts/email';
import type { AuditWriterContext } from './audit.context';
import type { AuditedObject, AuditEntry, Change } from './audit-entry';
import type { AuditEnd } from './audit-entry.store';

/**
 * Makes a change, with an entry in the audit log. The entry is there before the change begins: where it cannot be
 * written, nothing is changed; and where the process ends in the middle, it stays `begun`.
 *
 * @param findObject what was made, when the change does not name it
 */
export async function audited<Result>(
  ctx: AuditWriterContext,
  change: Change,
  run: () => Result | Promise<Result>,
  findObject: (result: Result) => AuditedObject | null = () => null,
): Promise<Result> {
  const { id, objectKind, objectId, objectName } = await insert(ctx, change, {
    outcome: 'begun',
    errorCode: null,
  });
  const complete = async (end: AuditEnd) => {
    try {
      await ctx.auditEntries.complete(id, end);
    } catch (error) {
      // The change is made, and its caller shall hear so. The entry says by whom.
      ctx.log.warn({ err: error, auditEntryId: id }, 'an audit entry was not completed');
    }
  };
  const named = { objectKind, objectId, objectName };
  try {
    const result = await run();
    const object = objectId === null ? (findObject(result) ?? named) : named;
    await complete({ outcome: 'done', errorCode: null, ...object });
    return result;
  } catch (error) {
    await complete({ outcome: 'failed', errorCode: codeOf(error), ...named });
    throw error;
  }
}

/**
 * Makes a change for somebody who shows by it who he is, as by a password or by a mailed link, with an entry once it has
 * ended. Of what is refused only log-ins are noted, and none that the limits have refused: strangers shall not fill the log.
 *
 * @param asked.email what a log-in names
 */
export async function auditedForStranger<Result>(
  ctx: AuditWriterContext & Pick<AccountContext, 'accounts'>,
  change: Change,
  asked: { readonly run: () => Result | Promise<Result>; readonly email: unknown },
): Promise<Result> {
  const { run, email } = asked;
  try {
    const result = await run();
    const accountId = accountIdOf(result);
    await insert(ctx, { ...change, accountId }, { outcome: 'done', errorCode: null });
    return result;
  } catch (error) {
    const errorCode = codeOf(error);
    if (change.operation === 'logIn' && refusedLogIns.has(errorCode)) {
      const account =
        typeof email === 'string' ? await ctx.accounts.findByEmail(toEmail(email)) : null;
      await insert(
        ctx,
        { ...change, accountId: account?.id ?? null },
        { outcome: 'failed', errorCode },
      );
    }
    throw error;
  }
}

/** Wrong credentials, and a suspended account. */
const refusedLogIns: ReadonlySet<string> = new Set(['VALIDATION_FAILED', 'FORBIDDEN']);

/** Finds the account that an answer is about: the answer is the account, holds it, or has its id. */
function accountIdOf(result: unknown): string | null {
  if (!isRecord(result)) return null;
  const { account, accountId, emailConfirmedAt, id } = result;
  const found = isRecord(account)
    ? account.id
    : (accountId ?? (emailConfirmedAt === undefined ? null : id));
  return typeof found === 'string' ? found : null;
}

async function insert(
  ctx: AuditWriterContext,
  change: Change,
  end: Pick<AuditEntry, 'outcome' | 'errorCode'>,
): Promise<AuditEntry> {
  const at = ctx.now();
  const entry = { id: createId(ctx), at, ...change, ...end };
  const expiresAt = new Date(at.getTime() + ctx.config.auditLog.days * dayMs);
  await ctx.auditEntries.insert(entry, expiresAt);
  return entry;
}

function codeOf(error: unknown): string {
  return error instanceof AppError ? error.code : 'INTERNAL_SERVER_ERROR';
}
