import { formatAccountAddress, parseAccountAddress } from '../../ledger/address';
import { parseAmount } from '../../ledger/amount';
import { LedgerDataError } from '../../ledger/errors';
import { sendMany } from '../../ledger/transactions/send-many';
import { defineTransactionMethod } from './method';

/** With more, the transaction would not fit the 16-bit size that it is read back with. */
const maxWires = 4670;

/** Moves funds to several accounts in one transaction: all of it or nothing. */
export const sendManyMethod = defineTransactionMethod({
  name: sendMany.method,
  required: { wires: 'object' },
  optional: {},
  pricedBy: 'wires',
  readers: (given) => ({ wires: () => parseWires(given.wires) }),
  build: (header, { wires }) => sendMany.encode({ ...header, wires }),
});

/** Address to decimal text, in the order given. Two spellings of one account are refused. */
function parseWires(wires: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(wires);
  if (entries.length === 0) throw new LedgerDataError('expected at least one wire');
  if (entries.length > maxWires) {
    throw new LedgerDataError(`expected at most ${maxWires} wires, got ${entries.length}`);
  }
  const seen = new Set<string>();
  return entries.map(([address, amount]) => {
    const recipient = parseAccountAddress(address);
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
