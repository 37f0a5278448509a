import { formatAmount } from '../../amount';
import { writeOffUntold } from '../../money/remittances/write-off.service';
import { serviceCommand } from '../service-command';
import { peerArgument } from './join-command';

export const writeOffCommand = serviceCommand({
  name: 'peer write-off',
  summary: 'Takes earnings out of a server’s account that no event tells any more.',
  details:
    'Where events were removed before they were paid, the server is not paid at all: `details_not_written`. What is missing goes to the book `peers:rest`, and the rest is paid. Nothing is written off that an event tells.',
  arguments: [peerArgument],
  options: {},
  work: (services, { address }) => writeOffUntold(services, address),
  print: ({ address, ...amounts }) => {
    const [amount, left] = [formatAmount(amounts.amount), formatAmount(amounts.left)];
    return {
      text: `${amount} coins that ${address} has earned are written off; ${left} are to be paid`,
      json: { address, amount, left },
    };
  },
});
