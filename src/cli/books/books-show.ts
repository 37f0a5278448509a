import { formatAmount } from '../../amount';
import { sumBooks } from '../../money/books/sum-books.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const booksShow = defineCommand({
  name: 'books show',
  summary:
    'Shows what is in the books, in coins: fees, what nobody has claimed, pockets, and what is on its way.',
  details:
    'Fees and `unclaimed` are the operator’s. What is paid in and out stands in `outside:` the other way round, so that all books come to 0.',
  options: { uri: uriOption },
  async run({ uri }, ctx) {
    const sums = await withServices({ uri }, ctx, (services) => sumBooks(services));
    const books = sums.map(({ kind, count, balance }) => ({
      kind,
      count,
      balance: formatAmount(balance),
    }));
    const total = formatAmount(sums.reduce((sum, { balance }) => sum + balance, 0n));
    const lines = books.map(({ kind, count, balance }) =>
      count === 1 ? `${kind}: ${balance}` : `${kind}: ${balance} (${count} books)`,
    );
    return { text: [...lines, `all together: ${total}`].join('\n'), json: { books, total } };
  },
});
