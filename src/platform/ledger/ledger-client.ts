import { type Amount, formatAmount } from '../../amount';
import { requireAmount, requireCount, requireRecord, requireText } from './answer-members';
import { type ClosedTransaction, parseClosedTransaction } from './closed-transaction';
import { createJsonRpcClient } from './json-rpc-client';
import { isRefusal } from './ledger-failure';
import { type LogPage, toLogPage } from './log-page';
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

/** Asks the ledger through a wallet and a relay. Every method throws {LedgerFailure}. */
export interface LedgerClient {
  /** The wallet's account. */
  readOwnAccount(): Promise<LedgerAccount>;
  /** Whether the network knows an account. */
  hasAccount(address: string): Promise<boolean>;
  /** The log of the wallet's account from a time on, oldest first, in pages of some thousand entries. */
  readLog(from: Date): AsyncIterable<LogPage>;
  /** null while its block is open. */
  findClosed(transactionId: string): Promise<ClosedTransaction | null>;
  /** Signs a transfer to several accounts, and sends nothing. */
  prepareTransfer(position: ChainPosition, wires: readonly Wire[]): Promise<PreparedTransfer>;
  /** Sends signed bytes. That it returns, and that it throws, proves nothing. */
  sendAgain(signed: Pick<PreparedTransfer, 'data' | 'signature'>): Promise<void>;
}

/** Unknown, or its block is not closed. @see docs/ledger-protocol.md §9 */
const notClosed = 42;
const unknownAccount = [7, 8, 19];
/** An answer of so many has some 3 MiB. */
const usualPageSize = 5000;

export function createLedgerClient({
  walletUrl,
  relayUrl,
  logPageSize = usualPageSize,
}: {
  readonly walletUrl: string;
  readonly relayUrl: string;
  /** Entries of the log that are read at once. */
  readonly logPageSize?: number;
}): LedgerClient {
  const wallet = createJsonRpcClient(walletUrl);
  const relay = createJsonRpcClient(relayUrl);
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

    async findClosed(txid) {
      try {
        const { network_tx: found } = await wallet('get_transaction', { txid });
        return parseClosedTransaction(requireText(requireRecord(found), 'data'));
      } catch (error) {
        if (isRefusal(error, [notClosed])) return null;
        throw error;
      }
    },

    async prepareTransfer({ messageId, hash }, wires) {
      const params = {
        wires: Object.fromEntries(
          wires.map(({ address, amount }) => [address, formatAmount(amount)]),
        ),
        msid: messageId,
        hash,
        '_dry-run': true,
      };
      const record = requireRecord((await wallet('send_many', params))['tx']);
      return {
        data: requireText(record, 'data'),
        signature: requireText(record, 'signature'),
        time: new Date(requireCount(record, 'time') * 1000),
        fee: requireAmount(record, 'fee'),
        next: { messageId: messageId + 1, hash: requireText(record, 'account_hashout') },
      };
    },

    async sendAgain({ data, signature }) {
      await relay('send_again', { data, signature });
    },
  };
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);
