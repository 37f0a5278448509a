import type { Amount } from '../../amount';
import { type CreativeType, creativeType } from '../../demand/creatives/creative.resource';
import { peerStates, type PeerStatus } from '../../peers/directory/peer';
import {
  allowPeer,
  denyPeer,
  pausePeers,
  resumePeers,
} from '../../peers/directory/peer-word.service';
import { getPeer, listPeers } from '../../peers/directory/peer.service';
import { syncPeer } from '../../peers/import/import-peer.service';
import { findPeer } from '../../peers/discovery/find-peer.service';
import { type Command, CommandError, type ReadText } from '../command';
import { listDetails, printList, sliceAfter } from '../list-text';
import { readOneOf } from '../option-text';
import { serviceCommand } from '../service-command';
import { receiptCommands } from './receipt-commands';
import { joinCommand, peerArgument, readCoins } from './join-command';
import { writeOffCommand } from './write-off-command';
import { printImport, printPeer, toPeerJson, toPeerRows } from './peer-text';

const everywhere = 'On every gateway from 2 seconds on.';

const readState = readOneOf(peerStates);

const readPlace: ReadText<string> = (text, name) => {
  // `localhost:8080` is a URL, too, of the scheme `localhost`.
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  if (/^[\dA-F]{4}-/i.test(text.trim())) return peerArgument.read(text, name);
  throw new CommandError(`${name} is neither an address nor a URL`, 2);
};

const readType = readOneOf(creativeType.values);
const readTypes: ReadText<readonly CreativeType[]> = (text, name) => [
  ...new Set(text.split(',').map((one) => readType(one.trim(), name))),
];

const readDaily: ReadText<Amount | 'usual'> = (text, name) =>
  text === 'usual' ? text : readCoins(text, name);

export const peerCommands: readonly Command[] = [
  serviceCommand({
    name: 'peer list',
    summary: 'Lists other servers of the network, by address.',
    details: listDetails,
    options: {
      state: {
        value: '<state>',
        description: peerStates.join(', '),
        read: readState,
      },
      after: {
        value: '<address>',
        description: 'only those behind this one',
        read: peerArgument.read,
      },
    },
    work: async (services, { state, after }) =>
      toPeerRows(services, await listPeers(services, { state }, sliceAfter(after))),
    print: (peers) =>
      printList(
        'peers',
        peers,
        ({ address, state, url, owed, paid, received }) =>
          `${address}  ${state}  ${url}  owed ${owed}, paid ${paid}, received ${received}`,
      ),
  }),
  serviceCommand({
    name: 'peer show',
    summary: 'Shows all that is known of another server.',
    details: 'Its own word on itself is not proven; its account on the ledger is.',
    arguments: [peerArgument],
    options: {},
    work: async (services, { address }) => toPeerJson(services, await getPeer(services, address)),
    print: printPeer,
  }),
  serviceCommand({
    name: 'peer find',
    summary: 'Asks another server what it is, without its broadcast.',
    details: 'It is only found by this: `peer allow` lets campaigns go there, or come from there.',
    arguments: [
      {
        name: 'place',
        description: 'its account on the ledger, if it is known; else the URL of its info.json',
        read: readPlace,
      },
    ],
    options: {},
    work: async (services, { place }) => toPeerJson(services, await findPeer(services, place)),
    print: printPeer,
  }),
  serviceCommand({
    name: 'peer allow',
    summary: 'Lets campaigns go to another server, and come from it.',
    details: `${everywhere} Both ways, or the one that is named. It takes back every word before it.`,
    arguments: [peerArgument],
    options: {
      'ours-there': { description: 'our campaigns on its sites' },
      'theirs-here': { description: 'its campaigns on our sites' },
      daily: {
        value: '<coins>',
        description: 'most that its sites may earn on one day (UTC), or `usual`',
        read: readDaily,
      },
      types: {
        value: '<types>',
        description: `types of its creatives that may come here: ${creativeType.values.join(',')}`,
        read: readTypes,
      },
    },
    async work(services, { address, daily, types, ...ways }) {
      const { 'ours-there': oursThere, 'theirs-here': theirsHere } = ways;
      const peer = await allowPeer(services, {
        ...{ address, oursThere, theirsHere },
        ...(daily !== null && { dailyLimit: daily === 'usual' ? null : daily }),
        ...(types !== null && { creativeTypes: types }),
      });
      return toPeerJson(services, peer);
    },
    print: printPeer,
  }),
  serviceCommand({
    name: 'peer deny',
    summary: 'Ends what goes on with another server.',
    details: `${everywhere} What it has earned before is paid.`,
    arguments: [peerArgument],
    options: { hold: { description: 'what it has earned before waits, too' } },
    work: async (services, { address, hold: isHeld }) =>
      toPeerJson(services, await denyPeer(services, { address, isHeld })),
    print: printPeer,
  }),
  serviceCommand({
    name: 'peer sync',
    summary: 'Asks another server for its campaigns now, and takes them.',
    details: 'Gateways ask each allowed server every ten minutes by themselves.',
    arguments: [peerArgument],
    options: {},
    work: (services, { address }) => syncPeer(services, address),
    print: printImport,
  }),
  joinCommand,
  ...receiptCommands,
  writeOffCommand,
  serviceCommand({
    name: 'peer pause',
    summary: 'Halts what goes on with all other servers.',
    details: `${everywhere} The word on each stays.`,
    options: {},
    work: pausePeers,
    print: printStatus,
  }),
  serviceCommand({
    name: 'peer resume',
    summary: 'Lets go on what `peer pause` has halted.',
    details: everywhere,
    options: {},
    work: resumePeers,
    print: printStatus,
  }),
];

function printStatus(status: PeerStatus) {
  const text =
    status.pausedAt === null
      ? 'it goes on with those that are allowed'
      : 'nothing goes on with other servers';
  return { text, json: { ...status } };
}
