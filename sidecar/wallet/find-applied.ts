import { isSameAccount } from '../ledger/address';
import type { TransactionName } from '../ledger/identifiers';
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
    // What cannot be read proves nothing.
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
  // The type alone: an entry of what others did has a flag in it.
  const entry = response.entries.find(
    (each) => each.type === type.type && each.accountMessageId === messageId,
  );
  if (!entry || entry.nodeMessageId === 0) return null;
  const { nodeMessageId, position } = entry;
  const request = { sender, time, block: 0, node: sender.node, nodeMessageId };
  const found = await readLedger(ctx, { type: getMessage, body: request, node });
  const published = found.response.message.transactions[position - 1];
  if (published?.kind !== 'transaction') return null;
  const isThis = Buffer.compare(published.signature, signature) === 0;
  return isThis ? { node: sender.node, nodeMessageId, position } : null;
}
