import { assembleTransaction } from '../../transaction-kind';
import { sendMany } from './layout';
import { sendManyRule as rule } from './rule';
import { sendManyText as text } from './text';

export const sendManyTransaction = assembleTransaction(sendMany, { text, rule });
