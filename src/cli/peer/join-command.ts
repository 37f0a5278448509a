import { type Amount, formatAmount, parseAmount } from '../../amount';
import type { TransferOrder } from '../../money/payments/orders/transfer-order';
import { joinPeer } from '../../money/peer-joining/join-peer.service';
import { readPeerAddress } from '../../peers/directory/peer.service';
import { CommandError, type ReadText } from '../command';
import { readBy } from '../option-text';
import { serviceCommand } from '../service-command';

/** A peer, as commands name it. */
export const peerArgument = {
  name: 'address',
  description: 'its account on the ledger, such as 0001-00000003-AB0C',
  read: readBy(readPeerAddress),
} as const;

/** @throws {CommandError} */
export const readCoins: ReadText<Amount> = (text, name) => {
  const amount = parseAmount(text);
  if (amount === null || amount < 0n)
    throw new CommandError(`${name} must be coins such as 100`, 2);
  return amount;
};

export const joinCommand = serviceCommand({
  name: 'peer join',
  summary: 'Pays the joining fee that another server asks of newcomers.',
  details:
    'The gateway with the wallet pays it with its next turn, once. Nothing is paid where it asks for more, and no fee is ever paid by itself.',
  arguments: [peerArgument],
  options: {
    most: {
      ...{ value: '<coins>', description: 'most that it may cost', read: readCoins },
      isRequired: true,
    },
  },
  work: joinPeer,
  print: printJoiningFee,
});

function printJoiningFee({ id, recipient, amount, state, orderedAt, ...fee }: TransferOrder) {
  const coins = formatAmount(amount);
  const { endedAt, transactionId, reason } = fee;
  return {
    text: `${coins} coins for ${recipient}: ${state}`,
    json: { id, recipient, amount: coins, state, orderedAt, endedAt, transactionId, reason },
  };
}
