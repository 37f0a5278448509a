import type { BookCheckContext, BookCheckResult } from './checks/book-check';
import { bookChecks } from './checks/index';

/** What a check has come to. */
export interface CheckedBooks extends BookCheckResult {
  readonly name: string;
  readonly proves: string;
}

/** Runs every check of the books; each stops at the first thing that does not agree. */
export async function checkBooks(ctx: BookCheckContext): Promise<readonly CheckedBooks[]> {
  const results: CheckedBooks[] = [];
  for (const { name, proves, run } of bookChecks)
    results.push({ name, proves, ...(await run(ctx)) });
  return results;
}
