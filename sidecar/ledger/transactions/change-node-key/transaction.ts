import { assembleTransaction } from '../../transaction-kind';
import { changeNodeKey } from './layout';
import { changeNodeKeyRule as rule } from './rule';
import { changeNodeKeyText as text } from './text';

export const changeNodeKeyTransaction = assembleTransaction(changeNodeKey, { text, rule });
