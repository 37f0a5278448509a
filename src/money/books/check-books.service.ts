import type {
  BookCheck,
  BookCheckContext,
  BookCheckResult,
  EntryReader,
} from './checks/book-check';
import { bookChecks } from './checks/index';
import { assertPresent } from '../../present';

/** The result of a check. */
export interface CheckedBooks extends BookCheckResult {
  readonly name: string;
  readonly proves: string;
}

/**
 * Runs every check of the books, or some; each stops at the first thing that does not agree.
 *
 * @throws what the signal was aborted with.
 */
export async function checkBooks(
  ctx: BookCheckContext,
  checks: readonly BookCheck[] = bookChecks,
  signal?: AbortSignal,
): Promise<readonly CheckedBooks[]> {
  const read = await readEntries(ctx, checks, signal);
  const results: CheckedBooks[] = [];
  for (const check of checks) {
    const { name, proves } = check;
    const result =
      'run' in check
        ? await check.run(ctx)
        : assertPresent(read.get(check), 'a check runs or reads entries');
    results.push({ name, proves, ...result });
  }
  return results;
}

/** Shows every entry to those checks that look at entries, in one pass. */
async function readEntries(
  ctx: BookCheckContext,
  checks: readonly BookCheck[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<BookCheck, BookCheckResult>> {
  const going = new Map<BookCheck, EntryReader>();
  for (const check of checks) if ('start' in check) going.set(check, await check.start(ctx));
  const results = new Map<BookCheck, BookCheckResult>();
  if (going.size > 0)
    for await (const entry of ctx.books.streamById()) {
      signal?.throwIfAborted();
      for (const [check, reader] of going) {
        const problem = await reader.read(entry);
        if (problem === null) continue;
        results.set(check, { checked: reader.checked(), problem });
        going.delete(check);
      }
    }
  for (const [check, reader] of going) {
    const problem = await reader.end();
    const left = reader.left?.() ?? null;
    results.set(check, { checked: reader.checked(), problem, ...(left !== null && { left }) });
  }
  return results;
}
