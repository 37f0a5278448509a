import { assembleTransaction } from '../../transaction-kind';
import { retrieveFunds } from './layout';
import { retrieveFundsRule as rule } from './rule';
import { retrieveFundsText as text } from './text';

export const retrieveFundsTransaction = assembleTransaction(retrieveFunds, { text, rule });
