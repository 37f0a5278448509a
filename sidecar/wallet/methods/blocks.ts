import { blockSeconds, blockTime } from '../../ledger/block';
import { formatBlockId } from '../../ledger/identifiers';

/** The block before the one that `unixSeconds` falls into: the last that is closed. */
export function previousBlock(unixSeconds: number): number {
  return blockTime(unixSeconds) - blockSeconds;
}

/** Both spellings of a block's time, as results have them. */
export function describeBlock(block: number) {
  return { block_time_hex: formatBlockId(block), block_time: String(block) };
}
