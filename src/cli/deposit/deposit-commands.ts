import { formatAmount } from '../../amount';
import type { Deposit } from '../../money/deposits/deposit';
import { assignDeposit, listAllDeposits } from '../../money/deposits/deposit.service';
import { endDeposit, parseTransactionId } from '../../money/deposits/end-deposit.service';
import { unassignDeposit } from '../../money/deposits/unassign-deposit.service';
import { emailArgument, idOfAccount, readAccountName } from '../account/account-text';
import type { Command } from '../command';
import { afterOption, listDetails, printList, sliceAfter } from '../list-text';
import { readBy, readIdOf } from '../option-text';
import { serviceCommand } from '../service-command';

const depositArgument = {
  name: 'id',
  description: 'id of the deposit',
  read: readIdOf('a deposit'),
} as const;

const readTransactionId = readBy(parseTransactionId);

export const depositCommands: readonly Command[] = [
  serviceCommand({
    name: 'deposit list',
    summary: 'Lists what came in on the ledger, by id.',
    details: listDetails,
    options: {
      unassigned: { description: 'only those that name nobody and were given to nobody' },
      user: {
        value: '<email>',
        description: 'only those of this account, by email or id',
        read: readAccountName,
      },
      after: afterOption,
    },
    async work(services, { unassigned: isUnassigned, user, after }) {
      const accountId = user === null ? null : await idOfAccount(services, user);
      return listAllDeposits(services, { accountId, isUnassigned }, sliceAfter(after));
    },
    print: (deposits) =>
      printList(
        'deposits',
        deposits.map(toDepositJson),
        (one) =>
          `${one.id}  ${one.amount} from ${one.sender}  ${one.transactionId}  ${one.accountId ?? 'unassigned'}`,
      ),
  }),
  serviceCommand({
    name: 'deposit assign',
    summary: 'Gives a deposit that names nobody to the funds of an account.',
    details: 'To the same account again changes nothing; to another one it is refused.',
    arguments: [depositArgument, emailArgument],
    options: {},
    async work(services, { id, email }) {
      return assignDeposit(services, { id, accountId: await idOfAccount(services, email) });
    },
    print: (deposit, { email }) => ({
      text: `${formatAmount(deposit.amount)} coins are in the funds of ${email}`,
      json: toDepositJson(deposit),
    }),
  }),
  serviceCommand({
    name: 'deposit unassign',
    summary: 'Takes a deposit back from the account that it was given to by mistake.',
    details:
      'It is nobody’s again then. Refused where its message names the account, and where less of the funds is free by now.',
    arguments: [depositArgument],
    options: {},
    work: (services, { id }) => unassignDeposit(services, id),
    print: (deposit) => ({
      text: `${formatAmount(deposit.amount)} coins are in nobody's funds`,
      json: toDepositJson(deposit),
    }),
  }),
  serviceCommand({
    name: 'deposit end',
    summary: 'Ends the waiting for a deposit that was taken back and cannot come again.',
    details:
      'Only where the sender has used the number of the deposit for another transaction that pays this server nothing: the ledger is asked. Withdrawals of its account go on then, unless its funds are below 0.',
    arguments: [
      depositArgument,
      {
        name: 'transaction',
        description: 'id of that other transaction, NNNN:MMMMMMMM:PPPP',
        read: readTransactionId,
      },
    ],
    options: {},
    work: (services, { id, transaction }) => endDeposit(services, { id, other: transaction }),
    print: (deposit) => ({
      text: `deposit ${deposit.id} of ${formatAmount(deposit.amount)} coins is waited for no more`,
      json: toDepositJson(deposit),
    }),
  }),
];

/** A deposit as `--json` prints it: amounts are coins. */
function toDepositJson(deposit: Deposit) {
  const { id, transactionId, sender, message, amount, accountId, sentAt, bookedAt } = deposit;
  const { reversedAt, endedAt, peer } = deposit;
  return {
    ...{ id, transactionId, sender, message, amount: formatAmount(amount) },
    ...{ accountId, peer, sentAt, bookedAt, reversedAt, endedAt },
  };
}
