import { parseAccountAddress } from '../../ledger/address';
import { parseAmount } from '../../ledger/amount';
import { sendOne } from '../../ledger/transactions/send-one';
import { parseHexOf } from '../../methods/read-fields';
import { defineTransactionMethod } from './method';

const messageBytes = 32;

/** Moves funds to one account; `amount` is decimal text, so that nothing is lost to a float. */
export const sendOneMethod = defineTransactionMethod({
  name: sendOne.method,
  required: { address: 'string', amount: 'string' },
  optional: { message: 'string' },
  pricedBy: 'amount',
  readers: (given) => ({
    address: () => parseAccountAddress(given.address),
    amount: () => parseAmount(given.amount),
    message: () =>
      given.message === undefined
        ? new Uint8Array(messageBytes)
        : parseHexOf(messageBytes, given.message),
  }),
  build: (header, { address: recipient, amount, message }) =>
    sendOne.encode({ ...header, recipient, amount, message }),
});
