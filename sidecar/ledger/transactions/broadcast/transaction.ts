import { assembleTransaction } from '../../transaction-kind';
import { broadcast } from './layout';
import { broadcastRule as rule } from './rule';
import { broadcastText as text } from './text';

export const broadcastTransaction = assembleTransaction(broadcast, { text, rule });
