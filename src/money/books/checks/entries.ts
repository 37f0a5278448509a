import { assertBalanced, type JournalEntry } from '../journal-entry';
import type { BookCheck } from './book-check';

export const entries: BookCheck = {
  name: 'entries',
  proves: 'the lines of each entry sum to 0',
  async run({ books }) {
    let checked = 0;
    for await (const entry of books.streamById()) {
      const problem = problemOf(entry);
      if (problem !== null) return { checked, problem };
      checked += 1;
    }
    return { checked, problem: null };
  },
};

function problemOf(entry: JournalEntry): string | null {
  try {
    assertBalanced(entry);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
