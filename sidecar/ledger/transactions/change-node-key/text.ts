import { formatHex } from '../../hex';
import { optional, unsignedMember } from '../../members';
import { publicKeyMember } from '../../new-key';
import type { BodyOf } from '../../transaction';
import { defineText } from '../../transaction-text';
import type { changeNodeKey } from './layout';

const members = {
  public_key: publicKeyMember,
  /** Zero, the signer's own, where absent. */
  node: optional(unsignedMember(16), () => 0),
};

export const changeNodeKeyText = defineText<BodyOf<typeof changeNodeKey>, typeof members>({
  members,
  toBody: ({ public_key: publicKey, node }, header) => ({
    ...header,
    node,
    publicKey,
    oldPublicKey: new Uint8Array(32),
  }),
  print: ({ node, publicKey, oldPublicKey }) => ({
    between: {
      target_node: String(node),
      old_public_key: formatHex(oldPublicKey),
      new_public_key: formatHex(publicKey),
    },
  }),
  describeResult: (account) => ({ result: 'Node key changed', account }),
});
