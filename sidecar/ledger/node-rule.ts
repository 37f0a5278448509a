import type { AccountRecord } from './account';
import type { AccountAddress } from './address';
import type { ledgerErrorCodes } from './errors';
import type { LogEntry } from './log-entry';
import type { TransactionCost, TransactionHeader } from './transaction';

/** Place of a transaction: message of this node, position in it from 1. */
export interface Place {
  readonly message: number;
  readonly position: number;
}

/** A node of the network. */
export interface NetworkNode {
  readonly id: number;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  readonly status: number;
}

/** An account that has not sent anything. */
export interface NewAccount {
  readonly address: AccountAddress;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** Units of 10^-11. */
  readonly balance: bigint;
  /** Unix seconds that it is made at. */
  readonly time: number;
}

/** The hash and key that a broadcast's readers check its signature with. */
export interface BroadcastProof {
  readonly inputHash: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** The state that the rules of transactions may read and change: a node and the network around it. */
export interface NodeState {
  /** Number of this node. */
  readonly node: number;
  /** Unix seconds. */
  readonly now: number;
  readonly blockSeconds: number;
  /** Unix seconds that the open block starts at. */
  readonly block: number;
  /** 32 bytes: this node's own key. */
  publicKey(): Uint8Array;
  /** An account of this node as the node has it; any other as the network has it. */
  findAccount(address: AccountAddress): AccountRecord | null;
  /** As it was when the last block closed; a newer account as it was made. */
  findBlockAccount(address: AccountAddress): AccountRecord | null;
  /** Number for the next account of this node. */
  nextUser(): number;
  saveAccount(user: number, record: AccountRecord): void;
  /** Puts money into an account of this node at once. */
  credit(user: number, amount: bigint): void;
  /** Puts money into the network's copy of an account; does nothing where there is no such account. */
  creditInNetwork(address: AccountAddress, amount: bigint): void;
  /** Puts money into both copies of an account of this node, when a block closes. */
  giveBack(user: number, amount: bigint): void;
  /** Makes an account: one of this node here, any other in the network. */
  openAccount(account: NewAccount): void;
  findNode(id: number): NetworkNode | null;
  saveNode(node: NetworkNode): void;
  /** Number for the next node. */
  nextNode(): number;
  addBroadcast(place: Place, proof: BroadcastProof): void;
  appendLog(user: number, entry: LogEntry): void;
}

/** A transaction in its place. */
export interface Placed<Body extends TransactionHeader> {
  readonly body: Body;
  readonly place: Place;
}

/** A transaction that is paid for and has its place. */
export interface Done<Body extends TransactionHeader> extends Placed<Body> {
  readonly type: number;
  readonly cost: TransactionCost;
  /** The sender before and after. */
  readonly before: AccountRecord;
  readonly after: AccountRecord;
}

/** The order in which the network settles the transactions of a block that closes. */
export const settlementPhases = ['transfers', 'accounts', 'bitsSet', 'bitsUnset', 'nodes'] as const;

export type SettlementPhase = (typeof settlementPhases)[number];

/** The work of the network on a transaction beyond its own node, once the block closes. */
export interface Settlement<Body extends TransactionHeader> {
  readonly phase: SettlementPhase;
  /** @returns records of the block's log, none as no bytes */
  settle(state: NodeState, placed: Placed<Body>): Uint8Array;
}

/** Data whose type is known, but whose size the layout does not allow: it is priced, then refused. */
export interface Misfit {
  readonly code: (typeof ledgerErrorCodes)[keyof typeof ledgerErrorCodes];
  costOf(header: TransactionHeader, data: Uint8Array): TransactionCost;
}

/** A node's demands on one transaction type, and its work beside taking the money. */
export interface NodeRule<Body extends TransactionHeader = TransactionHeader> {
  /** True where the transaction ends the pairing of the sender's account. */
  readonly unpairs: boolean;
  /** Null where every size that the node reads fits the layout. */
  readonly misfit: Misfit | null;
  /** @throws {Refusal} */
  assertAllowed(state: NodeState, body: Body): void;
  /** The data as it goes on the chain: the block that the signature does not cover filled in. */
  fill(state: NodeState, body: Body): Body;
  /** The sender's record, money and counters done. */
  amend(record: AccountRecord, body: Body): AccountRecord;
  /** Credits recipients, changes other accounts, writes logs. */
  apply(state: NodeState, done: Done<Body>): void;
  readonly settlement: Settlement<Body> | null;
}

/** Makes a rule; what is left out demands nothing and changes nothing. */
export function defineRule<Body extends TransactionHeader>(
  parts: Partial<NodeRule<Body>> & Pick<NodeRule<Body>, 'apply'>,
): NodeRule<Body> {
  return {
    unpairs: true,
    misfit: null,
    assertAllowed: () => undefined,
    fill: (_state, body) => body,
    amend: (record) => record,
    settlement: null,
    ...parts,
  };
}
