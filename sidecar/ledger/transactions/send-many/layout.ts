import { accountAddress } from '../../address';
import { countedList, i64, struct } from '../../codec';
import { atLeast, transferFee } from '../../fees';
import { defineTransaction, transactionHeader } from '../../transaction';

const wire = struct({ recipient: accountAddress, amount: i64 });

/**
 * Moves funds from the sender to several accounts at once.
 *
 * Wire: 17 bytes (the last two count the wires), then 14 bytes a wire. The signature covers
 * `account hash (32) || all of it`.
 *
 * @see docs/ledger-protocol.md §7.2, §10
 */
export const sendMany = defineTransaction({
  method: 'send_many',
  type: 0x05,
  bytesPerItem: wire.minSize,
  body: struct({ ...transactionHeader, wires: countedList(wire) }),
  costOf({ sender, wires }) {
    let amount = 0n;
    let fee = 0n;
    for (const { recipient, amount: part } of wires) {
      amount += part;
      fee += transferFee(part, { sender, recipient });
    }
    const minimum = wires.length < 10 ? 10_000n : 1000n * BigInt(wires.length);
    return { amount, fee: atLeast(minimum, fee) };
  },
});
