import { assembleTransaction } from '../../transaction-kind';
import { sendOne } from './layout';
import { sendOneRule as rule } from './rule';
import { sendOneText as text } from './text';

export const sendOneTransaction = assembleTransaction(sendOne, { text, rule });
