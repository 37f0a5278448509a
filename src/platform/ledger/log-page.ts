import type { Amount } from '../../amount';
import { requireAmount, requireCount, requireRecord, requireText } from './answer-members';

/** A transfer of the wallet's account in its own log. */
export interface SentEntry {
  /** Number of the transaction in the account's chain. */
  readonly messageId: number;
  /** `NNNN:MMMMMMMM:PPPP`. */
  readonly transactionId: string;
  /** Address of the payee; null: nobody was paid. */
  readonly address: string | null;
  readonly amount: Amount;
  /** True for a `send_many`, also with a single payee. */
  readonly isToMany: boolean;
  readonly time: Date;
}

/** A transfer to the wallet's account in its own log. Its block may be open. */
export interface ReceivedEntry {
  /** `NNNN:MMMMMMMM:PPPP`: of the whole ledger. The log may have it many times, and by ids that were never given. */
  readonly transactionId: string;
  /** Address of the payer. */
  readonly sender: string;
  readonly amount: Amount;
  /** 64 lower-case hex digits; null for what carries none. */
  readonly message: string | null;
  readonly time: Date;
}

/** Some of the log of the wallet's account. */
export interface LogPage {
  /** All entries between these two times are here, those of both seconds included. */
  readonly from: Date;
  /** When the last one was written; without any it is `from`. */
  readonly until: Date;
  readonly isLast: boolean;
  readonly sent: readonly SentEntry[];
  readonly received: readonly ReceivedEntry[];
}

const incomingFlag = 0x8000;
const sendMany = 5;
/** `send_one` and `send_many`: dividends, and what an account was made with, come from nobody. */
const transferTypes = [4, sendMany];

type Entry = Readonly<Record<string, unknown>>;

/** @throws {LedgerFailure} */
export function toLogPage(
  log: unknown,
  { from, size }: { readonly from: Date; readonly size: number },
): LogPage {
  const entries = entriesOf(log);
  const last = entries.at(-1);
  return {
    from,
    until: last ? timeOf(last) : from,
    isLast: entries.length < size,
    sent: entries.flatMap(toSentEntry),
    received: entries.flatMap(toReceivedEntry),
  };
}

/** The ledger's own client prints an empty list as an empty text. */
function entriesOf(log: unknown): readonly Entry[] {
  return Array.isArray(log) ? log.map(requireRecord) : [];
}

const timeOf = (entry: Entry) => new Date(requireCount(entry, 'time') * 1000);

function toSentEntry(entry: Entry): readonly SentEntry[] {
  const type = requireCount(entry, 'type_no');
  if (type >= incomingFlag || entry['account_msid'] === undefined) return [];
  const { address } = entry;
  return [
    {
      messageId: requireCount(entry, 'account_msid'),
      transactionId: requireText(entry, 'id'),
      address: typeof address === 'string' ? address : null,
      amount: requireAmount(entry, 'amount'),
      isToMany: type === sendMany,
      time: timeOf(entry),
    },
  ];
}

function toReceivedEntry(entry: Entry): readonly ReceivedEntry[] {
  const type = requireCount(entry, 'type_no');
  if (!transferTypes.includes(type - incomingFlag)) return [];
  const { message } = entry;
  return [
    {
      transactionId: requireText(entry, 'id'),
      sender: requireText(entry, 'address'),
      amount: requireAmount(entry, 'amount'),
      message: typeof message === 'string' ? message.toLowerCase() : null,
      time: timeOf(entry),
    },
  ];
}
