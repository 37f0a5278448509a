import { blockMember } from '../../ledger/members';
import { getBlocks } from '../../ledger/requests/get-blocks';
import { describeBlock } from './blocks';
import { defineReadMethod } from './read-method';

/**
 * Counts the closed blocks from one on, itself among them: 0 while it is open, 2,048 or so at most. An addition of ours:
 * the wallet gives no blocks away, and one closed block may still be replaced.
 *
 * @see docs/ledger-protocol.md §17.4
 */
export const getBlockDepthMethod = defineReadMethod({
  name: 'get_block_depth',
  type: getBlocks,
  members: { block: blockMember },
  body: (moment, { block }) => ({ ...moment, from: block, to: 0 }),
  print: ({ fields: { block }, response: { headers } }) => ({
    ...describeBlock(block),
    // Without the block itself none is on top of it.
    depth: String(headers[0]?.time === block ? headers.length : 0),
  }),
});
