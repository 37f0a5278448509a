import type {
  BookCheck,
  BookCheckContext,
  BookCheckResult,
  EntryReader,
} from './checks/book-check';
import { bookChecks } from './checks/index';

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
    const result = 'run' in check ? await check.run(ctx) : read.get(check)!;
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
  const readers = new Map<BookCheck, EntryReader>();
  for (const check of checks) if ('start' in check) readers.set(check, await check.start(ctx));
  const going = new Map(readers);
  const results = new Map<BookCheck, BookCheckResult>();
  const note = (check: BookCheck, problem: string | null) => {
    if (problem === null) return;
    results.set(check, { checked: readers.get(check)!.checked(), problem });
    going.delete(check);
  };
  if (readers.size > 0)
    for await (const entry of ctx.books.streamById()) {
      signal?.throwIfAborted();
      for (const [check, reader] of going) note(check, await reader.read(entry));
    }
  for (const [check, reader] of going) {
    const problem = await reader.end();
    const left = reader.left?.() ?? null;
    results.set(check, { checked: reader.checked(), problem, ...(left !== null && { left }) });
  }
  return results;
}
