import { formatAccountAddress, parseAddressOrUnchecked } from '../../address';
import { formatAmount, parseAmount } from '../../amount';
import { decode } from '../../codec';
import { LedgerDataError } from '../../errors';
import { formatHex } from '../../hex';
import type { LogEntry } from '../../log-entry';
import { wireInfo } from '../../log-info';
import { member } from '../../members';
import type { LedgerObject } from '../../text';
import type { BodyOf } from '../../transaction';
import { defineText, printTarget } from '../../transaction-text';
import { sendMany } from './layout';

/** With more, the transaction would not fit the 16-bit size that it is read back with. */
const maxWires = 4670;

const members = { wires: member('object', parseWires) };

/** JSON form: `wires` is an object of address to decimal text. */
export const sendManyText = defineText<BodyOf<typeof sendMany>, typeof members>({
  members,
  pricedBy: 'wires',
  toBody: ({ wires }, header) => ({ ...header, wires }),
  print: (body) => ({
    before: { sender_address: formatAccountAddress(body.sender) },
    between: {
      wire_count: String(body.wires.length),
      sender_fee: formatAmount(sendMany.costOf(body).fee),
      ...(body.wires.length > 0 && {
        wires: body.wires.map(({ recipient, amount }) => ({
          ...printTarget(recipient),
          target_address: formatAccountAddress(recipient),
          amount: formatAmount(amount),
        })),
      }),
    },
  }),
  log: { describeInfo: describeShare },
});

/** In the order given. Two spellings of one account are refused. */
function parseWires(wires: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(wires);
  if (entries.length === 0) throw new LedgerDataError('expected at least one wire');
  if (entries.length > maxWires) {
    throw new LedgerDataError(`expected at most ${maxWires} wires, got ${entries.length}`);
  }
  const seen = new Set<string>();
  return entries.map(([address, amount]) => {
    const recipient = parseAddressOrUnchecked(address);
    const canonical = formatAccountAddress(recipient);
    if (seen.has(canonical)) throw new LedgerDataError(`${canonical} is named twice`);
    seen.add(canonical);
    if (typeof amount !== 'string') {
      throw new LedgerDataError(`the amount for ${canonical} is not text`);
    }
    const parsed = parseAmount(amount);
    if (parsed === 0n) throw new LedgerDataError(`the amount for ${canonical} is zero`);
    return { recipient, amount: parsed };
  });
}

/** An entry shows its own part of the fee, and the whole. */
function describeShare({ amount, info: bytes }: LogEntry): LedgerObject {
  const info = decode(wireInfo, bytes);
  const own = amount < 0n ? -amount : amount;
  const share = info.amount === 0n ? 0n : (info.fee * own) / info.amount;
  return {
    sender_balance: formatAmount(info.balance),
    sender_amount: formatAmount(info.amount),
    sender_fee: formatAmount(share),
    sender_fee_total: formatAmount(info.fee),
    sender_public_key_prefix_5: formatHex(info.keyPrefix),
    sender_status: String(info.status),
  };
}
