import { formatAmount } from '../../amount';
import { checkBooks } from '../../money/books/check-books.service';
import { sumBooks } from '../../money/books/sum-books.service';
import type { Command } from '../command';
import { serviceCommand } from '../service-command';

export const booksCommands: readonly Command[] = [
  serviceCommand({
    name: 'books check',
    summary: 'Proves that the books agree with themselves and with what was charged.',
    details:
      'On a server that runs or not. It names the first thing that does not agree and exits with 1; nothing is changed.',
    options: {},
    work: (services) => checkBooks(services),
    print(checks) {
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
  }),
  serviceCommand({
    name: 'books show',
    summary:
      'Shows what is in the books, in coins: fees, what nobody has claimed, pockets, and what is on its way.',
    details:
      'Fees and `unclaimed` are the operator’s. What is paid in and out stands in `outside:` the other way round, so that all books come to 0.',
    options: {},
    work: (services) => sumBooks(services),
    print(sums) {
      const books = sums.map(({ kind, count, balance }) => ({
        ...{ kind, count, balance: formatAmount(balance) },
      }));
      const total = formatAmount(sums.reduce((sum, { balance }) => sum + balance, 0n));
      const lines = books.map(({ kind, count, balance }) =>
        count === 1 ? `${kind}: ${balance}` : `${kind}: ${balance} (${count} books)`,
      );
      return { text: [...lines, `all together: ${total}`].join('\n'), json: { books, total } };
    },
  }),
];
