import { assembleTransaction } from '../../transaction-kind';
import { createAccount } from './layout';
import { createAccountRule as rule } from './rule';
import { createAccountText as text } from './text';

export const createAccountTransaction = assembleTransaction(createAccount, { text, rule });
