import { checkBooks } from '../../money/books/check-books.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const booksCheck = defineCommand({
  name: 'books check',
  summary: 'Proves that the books agree with themselves and with what was charged.',
  details:
    'On a server that runs or not. It names the first thing that does not agree and exits with 1; nothing is changed.',
  options: { uri: uriOption },
  async run({ uri }, ctx) {
    const checks = await withServices({ uri }, ctx, (services) => checkBooks(services));
    const lines = checks.map(({ name, proves, checked, problem, left }) => {
      const passed = `${proves} (${checked})${left === undefined ? '' : `; ${left}`}`;
      return `${name}: ${problem ?? passed}`;
    });
    const problem = checks.find((check) => check.problem !== null)?.problem ?? null;
    return {
      text: lines.join('\n'),
      json: { problem, checks },
      ...(problem !== null && { exitCode: 1 }),
    };
  },
});
