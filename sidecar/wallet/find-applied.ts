import { type AccountAddress, isSameAccount } from '../ledger/address';
import { formatTransactionName, type TransactionName } from '../ledger/identifiers';
import { getLog, ownLog } from '../ledger/requests/get-log';
import { getMessage } from '../ledger/requests/get-message';
import type { SignedTransaction } from '../node/methods/send-again';
import { RpcError } from '../rpc/errors';
import { readLedger, type ReadContext } from './read-ledger';

/** A node may take a transaction this long before the time that it declares. */
const maxAheadSeconds = 3;

/**
 * Looks for a transaction of the wallet's account in the account's log, and in the message that the log names.
 *
 * @returns its place, or null where the ledger does not prove that it has it: that may be because its message
 * is not published yet
 */
export async function findApplied(
  ctx: ReadContext & { readonly now: () => number },
  sent: SignedTransaction,
): Promise<TransactionName | null> {
  try {
    return await findInLog(ctx, sent);
  } catch (error) {
    // An unreadable message proves nothing.
    if (error instanceof RpcError) return null;
    throw error;
  }
}

async function findInLog(
  ctx: ReadContext & { readonly now: () => number },
  { transaction, signature, node }: SignedTransaction,
): Promise<TransactionName | null> {
  const { type, sender, messageId } = transaction;
  if (!isSameAccount(sender, ctx.account.address)) return null;
  const time = Math.floor(ctx.now() / 1000);
  const from = Math.min(Math.max(0, transaction.time - maxAheadSeconds), time);
  const log = { sender, from, target: ownLog, full: 1 };
  const { response } = await readLedger(ctx, { type: getLog, body: log, node });
  // The type alone: an entry of what others did has a flag in it. A crash of the node may leave several ids of one number.
  const places = response.entries
    .filter((each) => each.type === type.type && each.accountMessageId === messageId)
    .filter(({ nodeMessageId }) => nodeMessageId !== 0)
    .map(({ nodeMessageId, position }) => ({ node: sender.node, nodeMessageId, position }));
  const distinct = new Map(places.map((place) => [formatTransactionName(place), place]));
  for (const place of distinct.values())
    if (await isPublished(ctx, { place, time, signature, node, sender })) return place;
  return null;
}

/** Says that a message has a transaction with this signature at a place. An unreadable message has none. */
async function isPublished(
  ctx: ReadContext,
  {
    place,
    time,
    signature,
    node,
    sender,
  }: Pick<SignedTransaction, 'signature' | 'node'> & {
    readonly place: TransactionName;
    readonly time: number;
    readonly sender: AccountAddress;
  },
): Promise<boolean> {
  const { nodeMessageId, position } = place;
  const body = { sender, time, block: 0, node: place.node, nodeMessageId };
  try {
    const { response } = await readLedger(ctx, { type: getMessage, body, node });
    const published = response.message.transactions[position - 1];
    return (
      published?.kind === 'transaction' && Buffer.compare(published.signature, signature) === 0
    );
  } catch (error) {
    if (error instanceof RpcError) return false;
    throw error;
  }
}
