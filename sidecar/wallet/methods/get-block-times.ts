import { formatBlockId } from '../../ledger/identifiers';
import { blockMember, optional } from '../../ledger/members';
import { getBlocks } from '../../ledger/requests/get-blocks';
import { defineReadMethod } from './read-method';

/**
 * Names the closed blocks from one on, oldest first, 2,048 or so at most; without `from` those from the ledger's first.
 * An addition of ours: the wallet gives no blocks away, and who reads all of them must see where one is missing.
 */
export const getBlockTimesMethod = defineReadMethod({
  name: 'get_block_times',
  type: getBlocks,
  members: { from: optional(blockMember, () => null) },
  body: (moment, { from }) => ({ ...moment, from: from ?? 0, to: 0 }),
  print: ({ response: { headers } }) => ({
    blocks: headers.map(({ time }) => formatBlockId(time)),
  }),
});
