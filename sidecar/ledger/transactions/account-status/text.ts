import { addressMember, unsignedMember } from '../../members';
import { describeStatusInfo } from '../../log-entry-text';
import { defineText, printTarget } from '../../transaction-text';
import type { AccountStatusBody } from './layout';

const members = { address: addressMember, status: unsignedMember(16) };

/** JSON form of both changes of an account's status. */
export const accountStatusText = defineText<AccountStatusBody, typeof members>({
  members,
  toBody: ({ address: account, status }, header) => ({ ...header, account, status }),
  print: ({ account, status }) => ({
    between: { ...printTarget(account), status: String(status) },
  }),
  log: { describeInfo: describeStatusInfo },
});
