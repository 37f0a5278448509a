import type { AccountAddress } from './address';
import type { LogEntry } from './log-entry';
import type { FieldsOf, Members } from './members';
import type { LedgerObject } from './text';
import type { TransactionHeader } from './transaction';

/** The members that a type prints of its own; members that all types have stand between them. */
export interface PrintedTransaction {
  /** Members before the common `msg_id` and `time`. */
  readonly before?: LedgerObject;
  /** Members between those and the signature. */
  readonly between?: LedgerObject;
  readonly after?: LedgerObject;
}

/** How a log shows entries of one type. Without a member, entries are shown as those of most types. */
export interface LogText {
  /** Describes `info` of the sender's entry. */
  readonly describeInfo?: (entry: LogEntry, owner: AccountAddress) => LedgerObject;
  /** Says that the entry names an account on the other side. */
  readonly hasAccount?: (entry: LogEntry, owner: AccountAddress) => boolean;
  /** An entry of the network that answers the transaction; null for an entry of another account. */
  readonly describeAnswer?: (entry: LogEntry, owner: AccountAddress) => LedgerObject | null;
}

/** JSON form of one transaction type: what the wallet's method takes, and what is printed of it. */
export interface TransactionText<
  Body extends TransactionHeader = TransactionHeader,
  M extends Members = Members,
> {
  /** Members of the wallet's method beside those that every method takes. */
  readonly members: M;
  /** The member that a sum past 64 bits is blamed on; null where nothing has a price to choose. */
  readonly pricedBy: string | null;
  toBody(fields: FieldsOf<M>, header: TransactionHeader): Body;
  print(body: Body): PrintedTransaction;
  /** Replaces `account` in the result, where the ledger's own client prints something else. */
  describeResult(account: LedgerObject): LedgerObject;
  readonly log: LogText;
}

type TextParts<Body extends TransactionHeader, M extends Members> = Pick<
  TransactionText<Body, M>,
  'members' | 'toBody'
> &
  Partial<TransactionText<Body, M>>;

/** Makes a type's JSON form; what is left out prints nothing of its own. */
export function defineText<Body extends TransactionHeader, M extends Members>(
  parts: TextParts<Body, M>,
): TransactionText<Body, M> {
  return {
    pricedBy: null,
    print: () => ({}),
    describeResult: (account) => ({ account }),
    log: {},
    ...parts,
  };
}

/** Members that name the account on the other side. */
export function printTarget({ node, user }: AccountAddress): LedgerObject {
  return { target_node: String(node), target_user: String(user) };
}
