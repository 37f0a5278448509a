import { formatBlockId } from '../../../sidecar/ledger/identifiers';
import { type Amount, formatAmount } from '../../amount';
import { requireAmount, requireCount, requireRecord, requireText } from './answer-members';
import { createLedgerBroadcasts, type LedgerBroadcasts } from './broadcasts';
import { type ClosedTransaction, parseClosedTransaction } from './closed-transaction';
import { type CallLedger, createJsonRpcClient } from './json-rpc-client';
import { isRefusal, LedgerFailure } from './ledger-failure';
import { type LogPage, toLogPage } from './log-page';
import { createRequestSigner, type RequestSigner } from './request-signer';
import type { Wire } from './wire';

/** Where the chain of an account's transactions stands: what the next one is signed with. */
export interface ChainPosition {
  /** Number of the next transaction (`msid`). */
  readonly messageId: number;
  /** 64 upper-case hex digits. */
  readonly hash: string;
}

/** An account as its node has it. */
export interface LedgerAccount extends ChainPosition {
  readonly address: string;
  /** Unit: 10^-11 coins. */
  readonly balance: Amount;
}

/** A signed transaction, ready to be sent, and where it leads. */
export interface PreparedTransfer {
  /** Hex, as `send_again` takes both. */
  readonly data: string;
  readonly signature: string;
  /** Signed time. */
  readonly time: Date;
  readonly fee: Amount;
  readonly next: ChainPosition;
}

/**
 * The word of the ledger on an id of a transaction:
 *
 * - `closed`: it is that of a transaction, in a block as deep as the settings want it
 * - `open`: nobody can tell yet; `block` begins a closed block that has it, but is not deep enough
 * - `refused`: no account's transaction has it, for the `reason`. Another id may still be that of the same transaction
 *
 * @see docs/ledger-protocol.md §17.4
 */
export type LedgerWord =
  | { readonly state: 'closed'; readonly transaction: ClosedTransaction }
  | { readonly state: 'open'; readonly block?: Date }
  | { readonly state: 'refused'; readonly reason: string };

/** A transfer to one account that says something. */
export interface MessageTransfer extends Wire {
  /** 64 hex digits. */
  readonly message: string;
}

/** Asks the ledger through a wallet and a relay. Every method throws {LedgerFailure}. */
export interface LedgerClient extends LedgerBroadcasts, RequestSigner {
  /** The wallet's account. */
  readOwnAccount(): Promise<LedgerAccount>;
  /** Says that the network knows an account. */
  hasAccount(address: string): Promise<boolean>;
  /** The key of any account, 32 bytes; null: the network does not know the account. */
  readPublicKey(address: string): Promise<Buffer | null>;
  /** The log of the wallet's account from a time on, oldest first, in pages of some thousand entries. */
  readLog(from: Date): AsyncIterable<LogPage>;
  /** The word of the ledger on an id that its log, or anybody, has named. */
  lookUp(transactionId: string): Promise<LedgerWord>;
  /** The transaction of an id once it is `closed`; null for every other word. */
  findClosed(transactionId: string): Promise<ClosedTransaction | null>;
  /** Says that the block that began at this time is as deep as the settings demand. */
  isClosed(block: Date): Promise<boolean>;
  /** Signs a transfer to several accounts, and sends nothing. */
  prepareTransfer(position: ChainPosition, wires: readonly Wire[]): Promise<PreparedTransfer>;
  /** Signs a transfer with a message, and sends nothing. */
  prepareMessage(position: ChainPosition, transfer: MessageTransfer): Promise<PreparedTransfer>;
  /** Signs a broadcast, and sends nothing. @param message 1 to 32,000 bytes */
  prepareBroadcast(position: ChainPosition, message: Buffer): Promise<PreparedTransfer>;
  /** Sends signed bytes. That it returns, and that it throws, proves nothing. */
  sendAgain(signed: Pick<PreparedTransfer, 'data' | 'signature'>): Promise<void>;
}

/** Unknown, or its block is not closed. @see docs/ledger-protocol.md §9 */
const notClosed = 42;
/** Refusals of whoever asks, which come before a node looks at what is asked for. @see docs/ledger-protocol.md §17.1 */
const refusedAskers = [3, 7, 15, 21, 47, 58, 60, 61];
const unknownAccount = [7, 8, 19];
/** An answer of so many has some 3 MiB. */
const usualPageSize = 5000;

export function createLedgerClient({
  walletUrl,
  relayUrl,
  confirmBlocks,
  logPageSize = usualPageSize,
}: {
  readonly walletUrl: string;
  readonly relayUrl: string;
  /** A transaction is closed with so many closed blocks from its own on. */
  readonly confirmBlocks: number;
  /** Entries of the log that are read at once. */
  readonly logPageSize?: number;
}): LedgerClient {
  const wallet = createJsonRpcClient(walletUrl);
  const relay = createJsonRpcClient(relayUrl);
  return {
    ...createLedgerBroadcasts(wallet, confirmBlocks),
    ...createRequestSigner(wallet),
    ...createAccountReads(wallet, logPageSize),
    ...createLookUps(wallet, confirmBlocks),
    ...createTransfers(wallet, relay),
  };
}

type AccountReads = Pick<
  LedgerClient,
  'readOwnAccount' | 'hasAccount' | 'readPublicKey' | 'readLog'
>;

function createAccountReads(wallet: CallLedger, logPageSize: number): AccountReads {
  return {
    async readOwnAccount() {
      const { account } = await wallet('get_me', {});
      const record = requireRecord(account);
      return {
        address: requireText(record, 'address'),
        messageId: requireCount(record, 'msid'),
        hash: requireText(record, 'hash'),
        balance: requireAmount(record, 'balance'),
      };
    },

    async hasAccount(address) {
      try {
        await wallet('get_account', { address });
        return true;
      } catch (error) {
        if (isRefusal(error, unknownAccount)) return false;
        throw error;
      }
    },

    async *readLog(from) {
      for (let next = from; ; ) {
        const params = { from: secondsOf(next), limit: logPageSize };
        const { log } = await wallet('get_log', params);
        const page = toLogPage(log, { from: next, size: logPageSize });
        yield page;
        if (page.isLast) return;
        next = new Date(page.until.getTime() + 1000);
      }
    },

    async readPublicKey(address) {
      try {
        const { account } = await wallet('get_account', { address });
        return Buffer.from(requireText(requireRecord(account), 'public_key'), 'hex');
      } catch (error) {
        if (isRefusal(error, unknownAccount)) return null;
        throw error;
      }
    },
  };
}

function createLookUps(
  wallet: CallLedger,
  confirmBlocks: number,
): Pick<LedgerClient, 'lookUp' | 'findClosed' | 'isClosed'> {
  /** The node knows the depth of closed blocks only. */
  async function isClosed(block: Date): Promise<boolean> {
    const params = { block: formatBlockId(secondsOf(block)) };
    return requireCount(await wallet('get_block_depth', params), 'depth') >= confirmBlocks;
  }

  async function lookUp(txid: string): Promise<LedgerWord> {
    try {
      const { network_tx: told } = await wallet('get_transaction', { txid });
      const found = requireRecord(told);
      const block = new Date(requireCount(found, 'block_time') * 1000);
      const transaction = parseClosedTransaction(requireText(found, 'data'), block);
      if (transaction === null)
        return { state: 'refused', reason: 'no account has sent what is there' };
      // A node tells of no transaction before its block is closed.
      const isDeep = confirmBlocks <= 1 || (await isClosed(block));
      return isDeep ? { state: 'closed', transaction } : { state: 'open', block };
    } catch (error) {
      if (!(error instanceof LedgerFailure) || error.ledgerCode === null) throw error;
      if (refusedAskers.includes(error.ledgerCode)) throw error;
      if (error.ledgerCode === notClosed) return { state: 'open' };
      return { state: 'refused', reason: `ledger error ${error.ledgerCode}` };
    }
  }

  return {
    lookUp,
    async findClosed(transactionId) {
      const word = await lookUp(transactionId);
      return word.state === 'closed' ? word.transaction : null;
    },
    isClosed,
  };
}

type Transfers = Pick<
  LedgerClient,
  'prepareTransfer' | 'prepareMessage' | 'prepareBroadcast' | 'sendAgain'
>;

function createTransfers(wallet: CallLedger, relay: CallLedger): Transfers {
  async function prepare(
    method: string,
    { messageId, hash }: ChainPosition,
    members: Readonly<Record<string, unknown>>,
  ): Promise<PreparedTransfer> {
    const params = { ...members, msid: messageId, hash, '_dry-run': true };
    const record = requireRecord((await wallet(method, params))['tx']);
    return {
      data: requireText(record, 'data'),
      signature: requireText(record, 'signature'),
      time: new Date(requireCount(record, 'time') * 1000),
      fee: requireAmount(record, 'fee'),
      next: { messageId: messageId + 1, hash: requireText(record, 'account_hashout') },
    };
  }

  return {
    prepareTransfer(position, wires) {
      const members = wires.map(({ address, amount }) => [address, formatAmount(amount)]);
      return prepare('send_many', position, { wires: Object.fromEntries(members) });
    },

    prepareMessage(position, { address, amount, message }) {
      return prepare('send_one', position, { address, amount: formatAmount(amount), message });
    },

    prepareBroadcast(position, message) {
      return prepare('broadcast', position, { message: message.toString('hex') });
    },

    async sendAgain({ data, signature }) {
      await relay('send_again', { data, signature });
    },
  };
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);
