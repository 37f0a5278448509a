import { formatBlockId } from '../../../sidecar/ledger/identifiers';
import {
  requireBlock,
  requireCount,
  requireList,
  requireRecords,
  requireText,
} from './answer-members';
import type { CallLedger } from './json-rpc-client';
import { isRefusal } from './ledger-failure';

/** A message of an account to the whole network. */
export interface Broadcast {
  /** Address of the account that has sent it. */
  readonly sender: string;
  /** 1 to 32,000 bytes, anything at all. */
  readonly message: Buffer;
}

/** Reads broadcasts, block by block. Every method throws {LedgerFailure}. */
export interface LedgerBroadcasts {
  /**
   * Lists when closed blocks begin, from a time on, oldest first, some 2,000 at most. Those that are not yet as deep as
   * the settings want them are not among them.
   *
   * @param from null, or before the ledger's first block: from that one on
   */
  listClosedBlocks(from: Date | null): Promise<readonly Date[]>;
  /**
   * Lists the broadcasts of a block in their order, some 10 MiB at most.
   *
   * @returns null for a block whose broadcasts are not ready: ask again.
   */
  listBroadcasts(block: Date): Promise<readonly Broadcast[] | null>;
}

/** @see docs/ledger-protocol.md §9 */
const blockBeforeStart = [55];
const notReady = [22];

/** @param confirmBlocks a block counts with so many closed blocks from its own on */
export function createLedgerBroadcasts(
  wallet: CallLedger,
  confirmBlocks: number,
): LedgerBroadcasts {
  async function readBlockTimes(from: Date | null) {
    const params = from === null ? {} : { from: formatBlockId(Math.floor(from.getTime() / 1000)) };
    const { blocks } = await wallet('get_block_times', params);
    return requireList(blocks, 'blocks').map(requireBlock);
  }

  return {
    async listClosedBlocks(from) {
      let found: readonly Date[];
      try {
        found = await readBlockTimes(from);
      } catch (error) {
        if (from === null || !isRefusal(error, blockBeforeStart)) throw error;
        found = await readBlockTimes(null);
      }
      return found.slice(0, Math.max(0, found.length - (confirmBlocks - 1)));
    },

    async listBroadcasts(block) {
      try {
        const params = { from: formatBlockId(block.getTime() / 1000) };
        const answer = await wallet('get_broadcast', params);
        if (requireCount(answer, 'broadcast_count') === 0) return [];
        return requireRecords(answer['broadcast'], 'broadcast').map((told) => ({
          sender: requireText(told, 'address'),
          message: Buffer.from(requireText(told, 'message'), 'hex'),
        }));
      } catch (error) {
        if (isRefusal(error, notReady)) return null;
        throw error;
      }
    },
  };
}
