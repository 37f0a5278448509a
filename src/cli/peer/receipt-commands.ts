import { formatAmount } from '../../amount';
import {
  type PeerReceipt,
  type ReceiptPart,
  receiptStates,
} from '../../money/peer-receipts/peer-receipt';
import {
  assignReceipt,
  getStatementPart,
  keepReceipt,
  listReceipts,
} from '../../money/peer-receipts/receipt-word.service';
import { emailArgument, idOfAccount } from '../account/account-text';
import { type Command, CommandError, type ReadText } from '../command';
import { afterOption, listDetails, printList, sliceAfter } from '../list-text';
import { readIdOf, readOneOf } from '../option-text';
import { serviceCommand } from '../service-command';

const receiptArgument = {
  name: 'id',
  description: 'id of the receipt, as `peer receipt list` names it',
  read: readIdOf('a receipt'),
} as const;

const readPart: ReadText<number> = (text, name) => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new CommandError(`${name} must be a number from 1`, 2);
  return Number(text);
};

const readState = readOneOf(receiptStates);

export const receiptCommands: readonly Command[] = [
  serviceCommand({
    name: 'peer receipt list',
    summary: 'Lists what other servers have paid, by id.',
    details: listDetails,
    options: {
      peer: { value: '<address>', description: 'only those of this server' },
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
        ({ id, amount, peer, transactionId, state, problem }) =>
          `${id}  ${amount} from ${peer}  ${transactionId}  ${state}${problem === null ? '' : `: ${problem}`}`,
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
  serviceCommand({
    name: 'peer statement',
    summary: 'Shows the cases that another server says to have paid for, and what was booked.',
    details: 'A receipt has parts of up to 1,000 lines.',
    arguments: [receiptArgument],
    options: { part: { value: '<number>', description: 'from 1; default 1', read: readPart } },
    work: (services, { id, part }) => getStatementPart(services, { id, part: part ?? 1 }),
    print: ({ receipt, lines }) => printStatement(receipt, lines),
  }),
];

/** A receipt as `--json` prints it: amounts are coins. */
function toReceiptJson({ amount, told, booked, ...receipt }: PeerReceipt) {
  const { parts, lines, leftOut, sum } = told;
  return {
    ...receipt,
    amount: formatAmount(amount),
    told: { parts, lines, leftOut, sum: formatAmount(sum) },
    booked: { amount: formatAmount(booked.amount), credited: formatAmount(booked.credited) },
  };
}

function printStatement(receipt: PeerReceipt, { number, lines, outcomes }: ReceiptPart) {
  const rows = lines.map(({ caseId, value }, at) => {
    const outcome = outcomes?.[at];
    return {
      ...{ caseId, value: formatAmount(value), eventId: outcome?.eventId ?? null },
      booked: formatAmount(outcome?.booked ?? 0n),
      supplyFee: formatAmount(outcome?.supplyFee ?? 0n),
      boost: formatAmount(outcome?.boost ?? 0n),
      boostFee: formatAmount(outcome?.boostFee ?? 0n),
    };
  });
  const head = `${receipt.transactionId} of ${receipt.peer}, part ${number + 1} of ${receipt.told.parts}`;
  const texts = rows.map(
    ({ caseId, value, booked, boost, eventId }) =>
      `${caseId}  told ${value}, booked ${booked}${eventId === null ? ', not shown here' : `, boost ${boost}`}`,
  );
  return {
    text: [head, ...texts].join('\n'),
    json: { receipt: toReceiptJson(receipt), part: number + 1, lines: rows },
  };
}
