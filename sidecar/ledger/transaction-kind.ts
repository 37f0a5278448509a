import type { NodeRule } from './node-rule';
import type { TransactionHeader, TransactionType } from './transaction';
import type { TransactionText } from './transaction-text';

/** All that is known of one transaction type. */
export interface Transaction<Body extends TransactionHeader = TransactionHeader>
  extends TransactionType<Body> {
  readonly text: TransactionText<Body>;
  /** The node's demands and work. */
  readonly rule: NodeRule<Body>;
}

/** Puts the parts of one type together. */
export function assembleTransaction<Body extends TransactionHeader>(
  type: TransactionType<Body>,
  parts: Pick<Transaction<Body>, 'text' | 'rule'>,
): Transaction<Body> {
  return { ...type, ...parts };
}
