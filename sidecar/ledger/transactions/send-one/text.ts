import { formatAccountAddress } from '../../address';
import { formatAmount, parseAmount } from '../../amount';
import { formatHex } from '../../hex';
import { addressMember, hexMember, member, optional } from '../../members';
import type { BodyOf } from '../../transaction';
import { defineText, printTarget } from '../../transaction-text';
import { sendOne, sendOneFee } from './layout';

const messageBytes = 32;

const members = {
  address: addressMember,
  /** Decimal text, so that nothing is lost to a float. */
  amount: member('string', (text) => parseAmount(text)),
  message: optional(hexMember(messageBytes), () => new Uint8Array(messageBytes)),
};

export const sendOneText = defineText<BodyOf<typeof sendOne>, typeof members>({
  members,
  pricedBy: 'amount',
  toBody: ({ address: recipient, amount, message }, header) => ({
    ...header,
    recipient,
    amount,
    message,
  }),
  print: (body) => ({
    between: {
      ...printTarget(body.recipient),
      sender_fee: formatAmount(sendOne.costOf(body).fee),
      sender_address: formatAccountAddress(body.sender),
      target_address: formatAccountAddress(body.recipient),
      amount: formatAmount(body.amount),
      message: formatHex(body.message),
    },
  }),
  log: {
    describeInfo: ({ node, user, amount, info }, owner) => ({
      sender_fee: formatAmount(
        sendOneFee(amount < 0n ? -amount : amount, { sender: owner, recipient: { node, user } }),
      ),
      message: formatHex(info),
    }),
  },
});
