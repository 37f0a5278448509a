import { formatAmount } from '../../amount';
import type { PeerReceipt } from '../../money/peer-receipts/peer-receipt';
import type { PeerReceiptContext } from '../../money/peer-receipts/peer-receipt.context';
import {
  getStatementPart,
  listReceipts,
  type StatedLine,
} from '../../money/peer-receipts/receipt-word.service';
import type { PeerContext } from '../../peers/directory/peer.context';
import { getPeer } from '../../peers/directory/peer.service';
import { CommandError, type ReadText } from '../command';
import { afterOption, listDetails, printList, sliceAfter } from '../list-text';
import { readIdOf } from '../option-text';
import { serviceCommand } from '../service-command';
import { peerArgument } from './join-command';
import { toReceiptJson } from './receipt-text';

/** Either of the two that a statement is of. */
type Stated = { readonly id: string } | { readonly address: string };

const readReceiptId = readIdOf('a receipt, and no account on the ledger');

const readStated: ReadText<Stated> = (text, name) =>
  /^[0-9a-f]{4}-[0-9a-f]{8}-[0-9a-fx]{4}$/i.test(text)
    ? { address: peerArgument.read(text, name) }
    : { id: readReceiptId(text, name) };

const readPart: ReadText<number> = (text, name) => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new CommandError(`${name} must be a number from 1`, 2);
  return Number(text);
};

export const statementCommand = serviceCommand({
  name: 'peer statement',
  summary: 'Shows the cases that another server says to have paid for, and what was booked.',
  details: `Of a receipt 1,000 lines at a time. Of a server its receipts in sums, the newest first. ${listDetails}`,
  arguments: [
    {
      name: 'of',
      description: 'id of a receipt, as `peer receipt list` names it; or a server’s account',
      read: readStated,
    },
  ],
  options: {
    part: { value: '<number>', description: 'of a receipt, from 1; default 1', read: readPart },
    after: { ...afterOption, description: 'of a server only the receipts behind this one' },
  },
  check({ of, part, after }) {
    if ('id' in of && after !== null)
      throw new CommandError('--after is for the account of a server, and not for a receipt', 2);
    if ('address' in of && part !== null)
      throw new CommandError('--part is for a receipt, and not for the account of a server', 2);
  },
  work: (services, { of, part, after }) => readStatement(services, { of, part, after }),
  print: (statement, { part }) =>
    'lines' in statement ? printLines({ ...statement, part: part ?? 1 }) : printSums(statement),
});

type StatementContext = PeerContext & Pick<PeerReceiptContext, 'peerReceipts' | 'shownCases'>;

async function readStatement(
  services: StatementContext,
  {
    of,
    part,
    after,
  }: { readonly of: Stated; readonly part: number | null; readonly after: string | null },
) {
  if ('id' in of) return getStatementPart(services, { id: of.id, part: part ?? 1 });
  const { address } = await getPeer(services, of.address);
  const receipts = await listReceipts(services, { peer: address, state: null }, sliceAfter(after));
  return { address, receipts };
}

function printSums({
  address,
  receipts,
}: {
  readonly address: string;
  readonly receipts: readonly PeerReceipt[];
}) {
  const { text, json } = printList(
    'receipts',
    receipts.map(toReceiptJson),
    ({ id, transactionId, state, amount, told, booked }) =>
      `${id}  ${transactionId}  ${state}  ${amount}: told ${told.sum} in ${told.lines} ${told.lines === 1 ? 'line' : 'lines'}, credited ${booked.credited}`,
  );
  return { text: `${address}\n${text}`, json: { address, ...json } };
}

function printLines({
  receipt,
  part,
  lines,
}: {
  readonly receipt: PeerReceipt;
  readonly part: number;
  readonly lines: readonly StatedLine[];
}) {
  const rows = lines.map(({ caseId, value, eventId, siteId, campaignId, ...line }) => ({
    ...{ caseId, value: formatAmount(value), eventId, siteId, campaignId },
    booked: formatAmount(line.booked),
    supplyFee: formatAmount(line.supplyFee),
    boost: formatAmount(line.boost),
    boostFee: formatAmount(line.boostFee),
  }));
  const head = `${receipt.transactionId} of ${receipt.peer}, part ${part} of ${receipt.told.parts}`;
  const texts = rows.map(
    ({ caseId, value, booked, boost, eventId, siteId, campaignId }) =>
      `${caseId}  told ${value}, booked ${booked}${eventId === null ? ', not shown here' : `, boost ${boost}`}${
        siteId === null ? '' : `, site ${siteId}, campaign ${campaignId}`
      }`,
  );
  return {
    text: [head, ...texts].join('\n'),
    json: { receipt: toReceiptJson(receipt), part, lines: rows },
  };
}
