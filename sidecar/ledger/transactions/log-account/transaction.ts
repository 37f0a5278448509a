import { assembleTransaction } from '../../transaction-kind';
import { logAccount } from './layout';
import { logAccountRule as rule } from './rule';
import { logAccountText as text } from './text';

export const logAccountTransaction = assembleTransaction(logAccount, { text, rule });
