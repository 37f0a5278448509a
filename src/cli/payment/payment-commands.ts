import { type Amount, formatAmount } from '../../amount';
import type { EarnedPart } from '../../money/books/earned-part';
import { type Payment, paymentStates } from '../../money/payments/payment';
import {
  getPayment,
  holdPayments,
  listAllPayments,
  listEarnedParts,
  retryPayment,
} from '../../money/payments/payment.service';
import {
  describeMembers,
  emailArgument,
  idOfAccount,
  readAccountName,
} from '../account/account-text';
import { type Command, CommandError } from '../command';
import { afterOption, listDetails, printList, sliceAfter } from '../list-text';
import { readIdOf, readOneOf, reasonOption } from '../option-text';
import { serviceCommand } from '../service-command';

const paymentArgument = {
  name: 'id',
  description: 'id of the payment',
  read: readIdOf('a payment'),
} as const;

const readState = readOneOf(paymentStates);

export const paymentCommands: readonly Command[] = [
  serviceCommand({
    name: 'payment list',
    summary: 'Lists payments to publishers, by id.',
    details: listDetails,
    options: {
      state: {
        value: '<state>',
        description: `${paymentStates.join(', ')}; default: any`,
        read: readState,
      },
      publisher: {
        value: '<email>',
        description: 'only those to this account, by email or id',
        read: readAccountName,
      },
      after: afterOption,
    },
    async work(services, { state, publisher, after }) {
      const accountId = publisher === null ? null : await idOfAccount(services, publisher);
      return listAllPayments(services, { state, accountId }, sliceAfter(after));
    },
    print: (payments) =>
      printList('payments', payments.map(toPaymentJson), (one) =>
        `${one.id}  ${one.state}  ${one.amount} to ${one.address}  ${one.transactionId ?? one.reason ?? ''}`.trimEnd(),
      ),
  }),
  serviceCommand({
    name: 'payment show',
    summary: 'Shows a payment, and what it was earned with.',
    details:
      'Sites and clock hours are those booked since the payment before it, at most 1000. `notListed` is the rest of the amount; below 0 where earnings were moved to the funds.',
    arguments: [paymentArgument],
    options: {},
    async work(services, { id }) {
      const payment = await getPayment(services, id);
      return { payment, parts: await listEarnedParts(services, payment) };
    },
    print({ payment, parts }) {
      const shown = toPaymentJson(payment);
      const earned = parts.map(({ siteId, hour, amount }) => ({
        ...{ siteId, hour, amount: formatAmount(amount) },
      }));
      const lines = earned.map((one) => `${one.hour.toISOString()}  ${one.siteId}  ${one.amount}`);
      const notListed = formatAmount(amountNotListed(payment, parts));
      if (notListed !== '0') lines.push(`not listed  ${notListed}`);
      const json = { ...shown, earned, notListed };
      return { text: [describeMembers(shown), ...lines].join('\n'), json };
    },
  }),
  serviceCommand({
    name: 'payment retry',
    summary: 'Pays a payee again that the ledger has refused.',
    details:
      'Earnings that were returned are paid with the next turn, in a new payment; a withdrawal is funds again, which its owner asks for anew. What is on its way is sent again by itself.',
    arguments: [paymentArgument],
    options: {},
    work: (services, { id }) => retryPayment(services, id),
    print: (payment) => ({ text: sayWhatFollows(payment), json: toPaymentJson(payment) }),
  }),
  serviceCommand({
    name: 'payment hold',
    summary: 'Keeps the earnings of an account from being paid, or lets them go.',
    details: 'Payments that are prepared go on: the ledger may have them.',
    arguments: [emailArgument],
    options: {
      reason: { ...reasonOption, isRequired: false },
      release: { description: 'let them go' },
    },
    check({ reason, release }) {
      if (release === (reason !== null))
        throw new CommandError('give either --reason or --release', 2);
    },
    async work(services, { email, reason }) {
      const accountId = await idOfAccount(services, email);
      await holdPayments(services, { accountId, reason });
      return accountId;
    },
    print: (publisherId, { email, reason }) => ({
      text: `the earnings of ${email} are ${reason === null ? 'paid' : 'held'}`,
      json: { publisherId, heldReason: reason },
    }),
  }),
];

/** A payment as `--json` prints it: amounts are coins. */
function toPaymentJson(payment: Payment) {
  const { id, kind, accountId, address, state, transactionId, reason } = payment;
  const { preparedAt, sentAt, confirmedAt, returnedAt } = payment;
  return {
    ...{ id, kind, publisherId: accountId, address, amount: formatAmount(payment.amount), state },
    ...{ transactionId, reason, preparedAt, sentAt, confirmedAt, returnedAt },
  };
}

/** Earnings beyond the most parts that are listed, or of no site. Unit: 10^-11 coins; below 0 where some were moved to the funds. */
const amountNotListed = ({ kind, amount }: Payment, parts: readonly EarnedPart[]): Amount =>
  kind === 'earnings' ? parts.reduce((left, part) => left - part.amount, amount) : 0n;

function sayWhatFollows({ kind, accountId, address, amount, state }: Payment): string {
  if (kind === 'earnings') return `${address} is paid again what account ${accountId} has earned`;
  const may = `account ${accountId} may withdraw to ${address} again`;
  return state === 'returned'
    ? `${may}: ${formatAmount(amount)} coins went back to its funds`
    : may;
}
