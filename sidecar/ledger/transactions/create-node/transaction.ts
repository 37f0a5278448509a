import { assembleTransaction } from '../../transaction-kind';
import { createNode } from './layout';
import { createNodeRule as rule } from './rule';
import { createNodeText as text } from './text';

export const createNodeTransaction = assembleTransaction(createNode, { text, rule });
