import { accountRecord } from '../../account';
import { decode } from '../../codec';
import { formatNetworkAccount } from '../../network-account';
import type { BodyOf } from '../../transaction';
import { defineText } from '../../transaction-text';
import type { logAccount } from './layout';

const members = {};

export const logAccountText = defineText<BodyOf<typeof logAccount>, typeof members>({
  members,
  toBody: (_fields, header) => ({ ...header, account: new Uint8Array(accountRecord.minSize) }),
  print: ({ sender, account }) => ({
    after: { network_account: formatNetworkAccount(sender, decode(accountRecord, account)) },
  }),
});
