import { formatAmount } from '../../amount';
import { receiptStates } from '../../money/peer-receipts/peer-receipt';
import {
  assignReceipt,
  keepReceipt,
  listReceipts,
} from '../../money/peer-receipts/receipt-word.service';
import { emailArgument, idOfAccount } from '../account/account-text';
import type { Command } from '../command';
import { afterOption, listDetails, printList, sliceAfter } from '../list-text';
import { readIdOf, readOneOf } from '../option-text';
import { serviceCommand } from '../service-command';
import { peerArgument } from './join-command';
import { toReceiptJson } from './receipt-text';
import { statementCommand } from './statement-command';

const receiptArgument = {
  name: 'id',
  description: 'id of the receipt, as `peer receipt list` names it',
  read: readIdOf('a receipt'),
} as const;

const readState = readOneOf(receiptStates);

export const receiptCommands: readonly Command[] = [
  serviceCommand({
    name: 'peer receipt list',
    summary: 'Lists what other servers have paid, the newest first.',
    details: listDetails,
    options: {
      peer: {
        value: '<address>',
        description: 'only those of this server',
        read: peerArgument.read,
      },
      state: {
        value: '<state>',
        description: receiptStates.join(', '),
        read: readState,
      },
      after: afterOption,
    },
    work: (services, { peer, state, after }) =>
      listReceipts(services, { peer, state }, sliceAfter(after)),
    print: (receipts) =>
      printList(
        'receipts',
        receipts.map(toReceiptJson),
        ({ id, receivedAt, amount, peer, transactionId, state, problem }) =>
          `${id}  ${receivedAt.toISOString()}  ${amount} from ${peer}  ${transactionId}  ${state}${problem === null ? '' : `: ${problem}`}`,
      ),
  }),
  serviceCommand({
    name: 'peer receipt assign',
    summary: 'Gives coins that another server has not explained to the funds of an account.',
    details: 'They were no receipt then. To the same account again changes nothing.',
    arguments: [receiptArgument, emailArgument],
    options: {},
    async work(services, { id, email }) {
      return assignReceipt(services, { id, accountId: await idOfAccount(services, email) });
    },
    print: (receipt, { email }) => ({
      text: `${formatAmount(receipt.amount)} coins are in the funds of ${email}`,
      json: toReceiptJson(receipt),
    }),
  }),
  serviceCommand({
    name: 'peer receipt keep',
    summary: 'Keeps coins that another server has not explained: they are the operator’s.',
    details: 'They go to the book `peers:rest`.',
    arguments: [receiptArgument],
    options: {},
    work: (services, { id }) => keepReceipt(services, id),
    print: (receipt) => ({
      text: `${formatAmount(receipt.amount)} coins are the operator's`,
      json: toReceiptJson(receipt),
    }),
  }),
  statementCommand,
];
