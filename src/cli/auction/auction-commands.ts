import { auctionTypes, type AuctionTypeSetting } from '../../market/auction-types/auction-type';
import { listAuctionTypes, setAuctionType } from '../../market/auction-types/auction-type.service';
import type { Command } from '../command';
import { readOneOf } from '../option-text';
import { serviceCommand } from '../service-command';

const readType = readOneOf(auctionTypes);

export const auctionCommands: readonly Command[] = [
  serviceCommand({
    name: 'auction set',
    summary: 'Sets the price that winners of auctions pay.',
    details:
      'It holds from the next clock hour on. first_price: the own bid. second_price: the larger of the next best bid and the floor, and never more than the own bid.',
    arguments: [{ name: 'type', description: auctionTypes.join(' or '), read: readType }],
    options: {},
    work: (services, { type }) => setAuctionType(services, type),
    print: (setting) => ({ text: describeSetting(setting), json: toJson(setting) }),
  }),
  serviceCommand({
    name: 'auction show',
    summary: 'Shows the price that winners of auctions pay, now and before.',
    details:
      'The latest 50 settings, the latest first. Where none was set winners pay their own bid.',
    options: {},
    work: (services) => listAuctionTypes(services),
    print: (settings) => ({
      text: settings.map(describeSetting).join('\n') || 'first_price: none was set',
      json: { auctionTypes: settings.map(toJson) },
    }),
  }),
];

const toJson = ({ type, from, setAt }: AuctionTypeSetting) => ({ type, from, setAt });

const describeSetting = ({ type, from, setAt }: AuctionTypeSetting): string =>
  `${type} from ${from.toISOString()} (set ${setAt.toISOString()})`;
