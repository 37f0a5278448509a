import { formatHex } from '../../hex';
import { confirmMember, publicKeyMember } from '../../new-key';
import type { BodyOf } from '../../transaction';
import { defineText } from '../../transaction-text';
import type { changeAccountKey } from './layout';

const members = { public_key: publicKeyMember, confirm: confirmMember };

export const changeAccountKeyText = defineText<BodyOf<typeof changeAccountKey>, typeof members>({
  members,
  toBody: ({ public_key: publicKey }, header) => ({ ...header, publicKey }),
  print: ({ publicKey }) => ({ between: { public_key: formatHex(publicKey) } }),
  describeResult: () => ({ result: 'PKEY changed' }),
});
