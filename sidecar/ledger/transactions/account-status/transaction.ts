import { setBits, unsetBits } from '../../status-bits';
import { assembleTransaction } from '../../transaction-kind';
import { setAccountStatus, unsetAccountStatus } from './layout';
import { accountStatusRule } from './rule';
import { accountStatusText as text } from './text';

export const setAccountStatusTransaction = assembleTransaction(setAccountStatus, {
  text,
  rule: accountStatusRule(setBits),
});

export const unsetAccountStatusTransaction = assembleTransaction(unsetAccountStatus, {
  text,
  rule: accountStatusRule(unsetBits),
});
