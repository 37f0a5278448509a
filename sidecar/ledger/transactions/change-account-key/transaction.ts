import { assembleTransaction } from '../../transaction-kind';
import { changeAccountKey } from './layout';
import { changeAccountKeyRule as rule } from './rule';
import { changeAccountKeyText as text } from './text';

export const changeAccountKeyTransaction = assembleTransaction(changeAccountKey, { text, rule });
