import { formatAmount } from '../../../amount';
import type { BookCheck } from './book-check';

/** Everything is read as it was at one moment. */
export const receivedFromPeers: BookCheck = {
  name: 'received',
  proves:
    'the coins that are told to have come from each other server are those of its receipts that a block has and that are no deposit',
  run: ({ peerReceipts, peerCredits, inTransaction }) =>
    inTransaction(async (session) => {
      const sums = await peerReceipts.sumReceived(session);
      const told = await peerCredits.listReceived(session);
      const peers = new Set([...sums.keys(), ...told.keys()]);
      for (const peer of peers) {
        const [sum, figure] = [sums.get(peer) ?? 0n, told.get(peer) ?? 0n];
        if (sum !== figure)
          return {
            checked: peers.size,
            problem: `${formatAmount(figure)} are told to have come from ${peer}, its receipts come to ${formatAmount(sum)}`,
          };
      }
      return { checked: peers.size, problem: null };
    }),
};
