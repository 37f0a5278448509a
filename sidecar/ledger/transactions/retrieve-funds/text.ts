import { addressMember } from '../../members';
import type { BodyOf } from '../../transaction';
import { defineText, printTarget } from '../../transaction-text';
import type { retrieveFunds } from './layout';

const members = { address: addressMember };

export const retrieveFundsText = defineText<BodyOf<typeof retrieveFunds>, typeof members>({
  members,
  toBody: ({ address: account }, header) => ({ ...header, account }),
  print: ({ account }) => ({ between: printTarget(account) }),
});
