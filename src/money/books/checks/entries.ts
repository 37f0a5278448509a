import { assertBalanced, type JournalEntry } from '../journal-entry';
import type { BookCheck } from './book-check';

export const entries: BookCheck = {
  name: 'entries',
  proves: 'the lines of each entry sum to 0',
  start() {
    let checked = 0;
    return {
      read(entry) {
        checked += 1;
        return problemOf(entry);
      },
      end: () => null,
      checked: () => checked,
    };
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
