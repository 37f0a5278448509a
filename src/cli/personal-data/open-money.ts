import type { mongo } from 'mongoose';
import { formatAmount } from '../../amount';
import type { ServiceContext } from '../../api/context';
import { earningsOf, fundsOf } from '../../money/books/book';
import { openSteps } from '../../money/withdrawals/withdrawal';
import { CommandError } from '../command';

/** @throws {CommandError} when the account has coins, or events, payments or withdrawals that may still move some */
export async function assertNothingOpen(
  { books }: ServiceContext,
  db: mongo.Db,
  accountId: string,
): Promise<void> {
  const own = [fundsOf(accountId), earningsOf(accountId)];
  for (const [book, balance] of await books.balancesOf(own))
    if (balance !== 0n)
      throw new CommandError(
        `${book} has ${formatAmount(balance)} coins: pay them out or book them first (\`adgate account show\`)`,
      );
  const isOwn = { $or: [{ advertiserId: accountId }, { publisherId: accountId }] };
  for (const [name, filter] of [
    ['events', { verifyAt: { $type: 'date' }, ...isOwn }],
    ['recordedConversions', { verifyAt: { $type: 'date' }, ...isOwn }],
    ['payments', { accountId, state: { $in: ['prepared', 'sent'] } }],
    ['withdrawals', { accountId, step: { $in: [...openSteps] } }],
  ] as const)
    if ((await db.collection(name).findOne(filter, { projection: { _id: 1 } })) !== null)
      throw new CommandError(`some ${name} of the account are still open: run it again later`);
}
