import { parseTransaction } from '../../../sidecar/ledger/parse-transaction';
import { formatAccountAddress } from '../../../sidecar/ledger/address';
import { type Amount, formatAmount, parseAmount } from '../../amount';
import { isRecord } from '../../validation';
import { createJsonRpcClient, malformed } from './json-rpc-client';
import { isRefusal, LedgerFailure } from './ledger-failure';

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

/** What one account shall get. */
export interface Wire {
  readonly address: string;
  /** Unit: 10^-11 coins; above 0. */
  readonly amount: Amount;
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

/** A transfer of the wallet's account in its own log. */
export interface SentEntry {
  /** Number of the transaction in the account's chain. */
  readonly messageId: number;
  /** `NNNN:MMMMMMMM:PPPP`. */
  readonly transactionId: string;
  /** Who was paid; null: nobody. */
  readonly address: string | null;
  readonly amount: Amount;
}

/** A transaction in a closed block. */
export interface ClosedTransaction {
  readonly sender: string;
  readonly messageId: number;
  /** Hex, 128 upper-case digits. */
  readonly signature: string;
}

/** What the gateway asks of the ledger, through a wallet and a relay. Everything throws {LedgerFailure}. */
export interface LedgerClient {
  /** The wallet's account. */
  readOwnAccount(): Promise<LedgerAccount>;
  /** Whether the network knows an account. */
  hasAccount(address: string): Promise<boolean>;
  /**
   * What the wallet's account has sent, oldest first.
   *
   * @param from entries of this time or later
   */
  listSent(from: Date): Promise<readonly SentEntry[]>;
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
const signatureDigits = 128;
const incomingFlag = 0x8000;

export function createLedgerClient(urls: {
  readonly walletUrl: string;
  readonly relayUrl: string;
}): LedgerClient {
  const wallet = createJsonRpcClient(urls.walletUrl);
  const relay = createJsonRpcClient(urls.relayUrl);
  return {
    async readOwnAccount() {
      const { account } = await wallet('get_me', {});
      const record = recordOf(account);
      return {
        address: textOf(record, 'address'),
        messageId: countOf(record, 'msid'),
        hash: textOf(record, 'hash'),
        balance: amountOf(record, 'balance'),
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

    async listSent(from) {
      const { log } = await wallet('get_log', { from: Math.floor(from.getTime() / 1000) });
      // The ledger's own client prints an empty list as an empty text.
      if (!Array.isArray(log)) return [];
      return log.map(recordOf).flatMap(toSentEntry);
    },

    async findClosed(txid) {
      try {
        const { network_tx: found } = await wallet('get_transaction', { txid });
        return toClosed(textOf(recordOf(found), 'data'));
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
        ...{ msid: messageId, hash, '_dry-run': true },
      };
      const record = recordOf((await wallet('send_many', params))['tx']);
      return {
        data: textOf(record, 'data'),
        signature: textOf(record, 'signature'),
        time: new Date(countOf(record, 'time') * 1000),
        fee: amountOf(record, 'fee'),
        next: { messageId: messageId + 1, hash: textOf(record, 'account_hashout') },
      };
    },

    async sendAgain({ data, signature }) {
      await relay('send_again', { data, signature });
    },
  };
}

function toSentEntry(entry: Readonly<Record<string, unknown>>): readonly SentEntry[] {
  if (countOf(entry, 'type_no') >= incomingFlag || entry['account_msid'] === undefined) return [];
  const { address } = entry;
  return [
    {
      messageId: countOf(entry, 'account_msid'),
      transactionId: textOf(entry, 'id'),
      address: typeof address === 'string' ? address : null,
      amount: amountOf(entry, 'amount'),
    },
  ];
}

function toClosed(hex: string): ClosedTransaction {
  const data = Buffer.from(hex.slice(0, -signatureDigits), 'hex');
  try {
    const { sender, messageId } = parseTransaction(data);
    const signature = hex.slice(-signatureDigits);
    return { sender: formatAccountAddress(sender), messageId, signature };
  } catch (error) {
    throw new LedgerFailure('malformed', 'get_transaction: not a transaction', { cause: error });
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw malformed('an object is missing in an answer');
}

function textOf(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = record[name];
  if (typeof value === 'string') return value;
  throw malformed(`${name} is missing in an answer`);
}

function countOf(record: Readonly<Record<string, unknown>>, name: string): number {
  const text = textOf(record, name);
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw malformed(`${name} is no number in an answer`);
}

function amountOf(record: Readonly<Record<string, unknown>>, name: string): Amount {
  const amount = parseAmount(textOf(record, name));
  if (amount !== null) return amount;
  throw malformed(`${name} is no amount in an answer`);
}
