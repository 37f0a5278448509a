import type { AccountRecord } from '../ledger/account';
import type { TransactionHeader, TransactionType } from '../ledger/transaction';
import type { Scene } from './scene';
import type { Done } from './transaction-log';

/** What one kind of transaction demands, and what it does beside taking the money. */
export interface TransactionRule {
  readonly type: TransactionType;
  /** Whether it ends the pairing of the sender's account. */
  readonly unpairs: boolean;
  /** @throws {Refusal} */
  assertAllowed(scene: Scene, body: TransactionHeader): void;
  /** The data as it goes on the chain: the block that the signature does not cover filled in. */
  fill(scene: Scene, body: TransactionHeader): TransactionHeader;
  /** The sender's record, money and counters done. */
  amend(record: AccountRecord, body: TransactionHeader): AccountRecord;
  /** Credits, other accounts, logs. */
  apply(scene: Scene, done: Done<TransactionHeader>): void;
}

interface RuleParts<Body extends TransactionHeader> {
  readonly type: TransactionType<Body>;
  readonly unpairs?: boolean;
  assertAllowed?(scene: Scene, body: Body): void;
  fill?(scene: Scene, body: Body): Body;
  amend?(record: AccountRecord, body: Body): AccountRecord;
  apply(scene: Scene, done: Done<Body>): void;
}

/** Makes a rule; what is left out demands nothing and changes nothing. */
export function defineRule<Body extends TransactionHeader>(
  parts: RuleParts<Body>,
): TransactionRule {
  return {
    unpairs: true,
    assertAllowed: () => undefined,
    fill: (_scene: Scene, body: Body) => body,
    amend: (record: AccountRecord) => record,
    ...parts,
  };
}
