import { describeStatusInfo } from '../../log-entry-text';
import { unsignedMember } from '../../members';
import { defineText } from '../../transaction-text';
import type { NodeStatusBody } from './layout';

const members = { node: unsignedMember(16), status: unsignedMember(32) };

/** JSON form of both changes of a node's status. */
export const nodeStatusText = defineText<NodeStatusBody, typeof members>({
  members,
  toBody: (fields, header) => ({ ...header, ...fields }),
  print: ({ node, status }) => ({
    between: { target_node: String(node), status: String(status) },
  }),
  log: { describeInfo: describeStatusInfo },
});
