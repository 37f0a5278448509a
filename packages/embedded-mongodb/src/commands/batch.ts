import { type Doc, toDoc, type Value } from '../bson/values';
import { MongoError, mongoError } from '../errors';
import { type Request, toInteger } from './request';

/** Most statements of a batch, as clients are told. */
export const maxWriteBatch = 100_000;

/** One statement of a batch; its outcome is kept for a retry and added up by `summarise`. */
export type Statement = (index: number) => Doc | Promise<Doc>;

export interface BatchResult {
  readonly outcomes: readonly { readonly index: number; readonly outcome: Doc }[];
  readonly writeErrors: readonly Doc[];
}

function writeError(index: number, error: MongoError): Doc {
  return toDoc({ index, code: error.code, ...error.extra, errmsg: error.message });
}

/**
 * Runs the statements of a batch in order. A statement that a retryable write has answered before is
 * not run again. An error ends an ordered batch, and any batch of a transaction.
 */
export async function runBatch(
  request: Request,
  length: number,
  run: Statement,
): Promise<BatchResult> {
  if (length === 0 || length > maxWriteBatch) {
    const message = `Write batch sizes must be between 1 and ${maxWriteBatch}. Got ${length} operations.`;
    throw mongoError('InvalidLength', message);
  }
  const { args, pacer, transaction, session, server } = request;
  const isOrdered = !args.has('ordered') || args.boolean('ordered');
  const retried = session && !transaction ? session : undefined;
  const outcomes: { index: number; outcome: Doc }[] = [];
  const writeErrors: Doc[] = [];
  for (let index = 0; index < length; index += 1) {
    if (pacer.isDue()) await pacer.rest();
    let outcome = retried?.statements.get(index);
    try {
      if (!outcome) {
        const made = run(index);
        outcome = made instanceof Promise ? await made : made;
        if (retried) server.sessions.saveStatement(retried, index, outcome);
      }
      outcomes.push({ index, outcome });
    } catch (error) {
      if (!(error instanceof MongoError) || error.errorLabels.length > 0) throw error;
      writeErrors.push(writeError(index, error));
      if (transaction && session) server.sessions.abort(session);
      if (isOrdered || transaction) break;
    }
  }
  return { outcomes, writeErrors };
}

/** The answer's members that all batches share. */
export function summarise(
  { outcomes, writeErrors }: BatchResult,
  members: Readonly<Record<string, Value | undefined>> = {},
): Doc {
  let n = 0;
  for (const { outcome } of outcomes) n += Number(outcome.get('n'));
  return toDoc({
    n: toInteger(n),
    ...members,
    writeErrors: writeErrors.length > 0 ? [...writeErrors] : undefined,
  });
}
