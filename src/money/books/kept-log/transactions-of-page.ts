import type { LogPage, SentEntry } from '../../../platform/ledger/log-page';
import { isDeposit } from '../../deposits/book-new-deposits.service';
import { awaitedIdOf } from '../../deposits/awaited-transfer';
import { type KeptTransaction, sentIdOf } from './kept-transaction';

/** The transactions in some of a log, each once, by their ids. Nobody has asked yet what the ledger has of them. */
export function transactionsOf(
  { sent, received }: LogPage,
  ledgerAddress: string,
): ReadonlyMap<string, KeptTransaction> {
  const found = new Map<string, KeptTransaction>();
  const keyOf = ({ transactionId, messageId }: SentEntry) => `${transactionId} ${messageId}`;
  for (const entries of Map.groupBy(sent, keyOf).values()) {
    const one = sentOf(entries, ledgerAddress);
    if (one) found.set(one.id, one);
  }
  for (const entry of received) {
    const id = awaitedIdOf(ledgerAddress, entry);
    if (!isDeposit(entry, ledgerAddress) || found.has(id)) continue;
    found.set(id, {
      ...{ id, ledgerAddress, direction: 'received', word: 'open', ...entry },
      ...{ messageId: null, wires: [], signature: null, block: null },
    });
  }
  return found;
}

/** Lines may stand many times: a transaction pays an address once. */
function sentOf(entries: readonly SentEntry[], ledgerAddress: string): KeptTransaction | null {
  const [first] = entries;
  if (!first) return null;
  const { transactionId, messageId, time } = first;
  const id = sentIdOf({ ledgerAddress, transactionId, messageId });
  const lines = new Map(
    entries.map(({ address, amount }) => [address, amount < 0n ? -amount : amount]),
  );
  const wires = [...lines].flatMap(([address, amount]) =>
    address === null ? [] : [{ address, amount }],
  );
  const amount = [...lines.values()].reduce((sum, one) => sum + one, 0n);
  return {
    ...{ id, ledgerAddress, direction: 'sent', transactionId, time, word: 'open' },
    ...{ messageId, sender: ledgerAddress },
    ...{ amount, wires, message: null, signature: null, block: null },
  };
}
