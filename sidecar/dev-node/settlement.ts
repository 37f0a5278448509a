import { decode } from '../ledger/codec';
import { settlementPhases, type NodeState, type Place } from '../ledger/node-rule';
import { onChainTransaction } from '../ledger/on-chain-transaction';
import { transactionTypes } from '../ledger/transactions/index';
import type { StoredMessage } from './chain-store';
import { nodeStateOf } from './node-state';
import type { Scene } from './scene';
import { typeByteOf } from './request-type';

interface Due {
  readonly phase: number;
  readonly settle: (state: NodeState) => Uint8Array;
}

/**
 * Does what the network does with a block's transactions beyond their own node, phase by phase.
 *
 * @param state of what is to change
 * @returns the block's log
 * @see docs/ledger-protocol.md §14
 */
export function settleBlock(
  scene: Scene,
  messages: readonly StoredMessage[],
  state = nodeStateOf(scene),
): Uint8Array {
  const due = messages.flatMap(({ id: message }) =>
    scene.chain
      .listTransactions(message)
      .flatMap((bytes, index) => dueOf(bytes, { message, position: index + 1 })),
  );
  return Buffer.concat(
    due.toSorted((a, b) => a.phase - b.phase).map(({ settle }) => settle(state)),
  );
}

/** At most one: most types have no effect at the end of a block. */
function dueOf(bytes: Uint8Array, place: Place): readonly Due[] {
  const found = decode(onChainTransaction, bytes);
  if (found.kind !== 'transaction') return [];
  const type = transactionTypes.get(typeByteOf(found.data));
  const settlement = type?.rule.settlement;
  if (!type || !settlement) return [];
  const body = type.decode(found.data);
  return [
    {
      phase: settlementPhases.indexOf(settlement.phase),
      settle: (state) => settlement.settle(state, { body, place }),
    },
  ];
}
