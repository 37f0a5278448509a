import { formatAmount } from '../../amount';
import { LedgerDataError } from '../../errors';
import { formatHex } from '../../hex';
import { describeForeignAccount } from '../../log-entry-text';
import { optional, unsignedMember, type MemberScope } from '../../members';
import { confirmMember, publicKeyMember } from '../../new-key';
import type { BodyOf } from '../../transaction';
import { defineText } from '../../transaction-text';
import type { createAccount } from './layout';

/** Without both, the new account gets the signer's own key. */
function signerKey({ given, signer }: MemberScope): Uint8Array {
  if (given['public_key'] === undefined && given['confirm'] === undefined) return signer.publicKey;
  throw new LedgerDataError('public_key and confirm belong together');
}

const members = {
  /** The signer's own where absent. */
  node: optional(unsignedMember(16), ({ signer }) => signer.address.node),
  public_key: optional(publicKeyMember, signerKey),
  confirm: optional(confirmMember, (scope) => void signerKey(scope)),
};

export const createAccountText = defineText<BodyOf<typeof createAccount>, typeof members>({
  members,
  toBody: ({ node, public_key: publicKey }, header) => ({ ...header, node, user: 0, publicKey }),
  print: ({ node }) => ({ between: { target_node: String(node) } }),
  log: {
    hasAccount: (entry, owner) => entry.node === owner.node,
    describeAnswer: (entry, owner) =>
      entry.node === owner.node
        ? null
        : {
            amount: formatAmount(entry.amount),
            ...describeForeignAccount(entry),
            public_key: formatHex(entry.info),
          },
  },
});
