import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { formatHex } from '../ledger/hex';
import type { AccountsFile } from './accounts-file';
import { announceNode, closeBlock, packMessage } from './blocks';
import { createChainStore } from './chain-store';
import { DevNodeError } from './errors';
import { execute, type NodeAnswer, type NodeRequest } from './execute';
import { nodeKeyOf } from './node-key';
import { newAccount, type Scene } from './scene';
import { createStore, type Head } from './store';

/** The state of one node and of the network around it, on disk. */
export interface Ledger {
  /**
   * Carries requests out one after another and commits them together: what is answered is durable.
   * One that cannot be carried out at all gives null and has changed nothing.
   */
  execute(requests: readonly NodeRequest[]): readonly (NodeAnswer | null)[];
  /** Publishes messages and closes blocks that are due by the clock. */
  tick(): void;
  /** Says that all transactions are published in messages. */
  isIdle(): boolean;
  /** Changes the ledger past its rules: all that `work` does, or nothing. */
  change<T>(work: (scene: Scene) => T): T;
  readonly node: number;
  close(): void;
}

/** The parts that a ledger is made of. */
export interface LedgerParams {
  /** See `openStorage`. The ledger closes it. */
  readonly db: DatabaseSync;
  readonly accounts: AccountsFile;
  /** Seconds from block to block. */
  readonly blockSeconds: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Refuses transactions with error 10, as a node does that was restarted inside a block. */
  readonly isReadOnly?: () => boolean;
  /** 32 bytes that a new network's hashes begin with; random if left out. */
  readonly networkSeed?: Uint8Array;
  /** 32 bytes: secret of a new node's key; random if left out. */
  readonly nodeSeed?: Uint8Array;
  readonly onUnexpectedError: (error: unknown) => void;
  /** The ledger as a read with this data sees it; as it is if left out. */
  readonly readView?: (scene: Scene, data: Uint8Array) => Scene;
}

/** A message is published this long after the one before, or when it is this full. */
const messageSeconds = 5;
const maxMessageTransactions = 4096;
const maxMessageBytes = 64 * 1024;
/** No message is published in these last seconds of a block. */
const quietSeconds = 5;
/** Empty blocks that are made for the time that the node was off; older ones are left out. */
const maxMissedBlocks = 512;

/**
 * Opens the ledger in a database; an empty one is filled with the accounts.
 *
 * @throws {DevNodeError} when it was made of other accounts, or with blocks of another length.
 */
export function openLedger(params: LedgerParams): Ledger {
  const { db } = params;
  const store = createStore(db);
  const chain = createChainStore(db);

  /** @returns what `work` does, all of it or nothing on the disk */
  function atomically<T>(work: () => T): T {
    db.exec('BEGIN');
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }

  const nowSeconds = () => Math.floor(params.now() / 1000);
  const sceneOf = (head: Head): Scene => ({
    store,
    chain,
    head,
    now: nowSeconds(),
    blockSeconds: params.blockSeconds,
  });

  try {
    const found = store.findHead();
    if (found) assertSame(found, params);
    else atomically(() => makeGenesis(sceneOf(newHead(params, nowSeconds())), params));
  } catch (error) {
    db.close();
    throw error;
  }
  const head = () => {
    const found = store.findHead();
    if (!found) throw new Error('a ledger has a head from its genesis on');
    return found;
  };
  const one = (request: NodeRequest) => {
    const scene = sceneOf(head());
    return execute(
      {
        ...scene,
        isReadOnly: params.isReadOnly?.() ?? false,
        readView: () => params.readView?.(scene, request.data) ?? scene,
      },
      request,
    );
  };

  function executeAlone(request: NodeRequest): NodeAnswer | null {
    try {
      return atomically(() => one(request));
    } catch (error) {
      params.onUnexpectedError(error);
      return null;
    }
  }

  return {
    node: head().node,
    execute(requests) {
      try {
        return atomically(() => requests.map(one));
      } catch {
        return requests.map(executeAlone);
      }
    },
    tick: () => atomically(() => advance(sceneOf(head()))),
    isIdle: () => head().queued === 0,
    change: (work) => atomically(() => work(sceneOf(head()))),
    close: () => db.close(),
  };
}

function newHead(params: LedgerParams, now: number): Head {
  const { accounts, blockSeconds, networkSeed, nodeSeed } = params;
  const block = now - (now % blockSeconds);
  return {
    node: accounts.node,
    genesis: accounts.digest,
    networkSeed: formatHex(networkSeed ?? randomBytes(32)),
    nodeSeed: formatHex(nodeSeed ?? randomBytes(32)),
    blockSeconds,
    firstBlock: block,
    block,
    messageId: 1,
    // The first message begins with the node's own entry: see `makeGenesis`.
    queued: 1,
    queuedBytes: 0,
    packedAt: now,
  };
}

function makeGenesis(scene: Scene, { accounts }: LedgerParams): void {
  const { store, chain, head } = scene;
  for (const { address, publicKey, balance } of accounts.accounts) {
    const record = newAccount(scene, { address, publicKey, balance, time: head.block });
    if (address.node === head.node) store.saveAccount(address.user, record);
    store.saveNetworkAccount(address, record);
    store.saveBlockAccount(address, record);
  }
  const { publicKey } = nodeKeyOf(head);
  const nodes = new Set([head.node, ...accounts.accounts.map(({ address }) => address.node)]);
  for (const id of nodes) chain.saveNode({ id, publicKey, status: 0 });
  store.takeTouched();
  store.saveHead(head);
  announceNode(scene, 1);
}

/** @throws {DevNodeError} */
function assertSame(head: Head, { accounts, blockSeconds }: LedgerParams): void {
  const what =
    head.genesis !== accounts.digest
      ? 'other accounts'
      : head.blockSeconds !== blockSeconds
        ? `blocks of ${head.blockSeconds} seconds`
        : null;
  if (what === null) return;
  throw new DevNodeError(
    `the ledger there was made with ${what}; give it these again, or another folder`,
  );
}

/** Message and blocks that are due. A clock that was set back waits for its old time. */
function advance(scene: Scene): void {
  let current = scene;
  if (isMessageDue(current)) current = packMessage(current);
  const { blockSeconds, now } = current;
  const open = now - (now % blockSeconds);
  const missed = (open - current.head.block) / blockSeconds;
  if (missed <= 0) return;
  current = closeBlock(current);
  if (missed > maxMissedBlocks) {
    const block = open - maxMissedBlocks * blockSeconds;
    current = { ...current, head: { ...current.head, block } };
  }
  while (current.head.block < open) current = closeBlock(current);
}

function isMessageDue({ head, now, blockSeconds }: Scene): boolean {
  if (head.queued === 0) return false;
  if (head.queued >= maxMessageTransactions || head.queuedBytes >= maxMessageBytes) return true;
  // With the times of long blocks, short ones would never get a message.
  const share = Math.floor(blockSeconds / 4);
  const isQuiet = now >= head.block + blockSeconds - Math.min(quietSeconds, share);
  const isOverdue = now >= head.block + blockSeconds;
  return now - head.packedAt >= Math.min(messageSeconds, share) && (isOverdue || !isQuiet);
}
