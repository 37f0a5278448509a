import { basename } from 'node:path';
import { type NetworkList, networkListKinds } from '../../market/network-lists/network-list';
import {
  importNetworks,
  listNetworkLists,
  removeNetworkList,
} from '../../market/network-lists/network-list.service';
import { type Command, CommandError } from '../command';
import { printList } from '../list-text';
import { linesOf } from '../text-lines';
import { readOneOf } from '../option-text';
import { serviceCommand } from '../service-command';

const readKind = readOneOf(networkListKinds);

export const rangeCommands: readonly Command[] = [
  serviceCommand({
    name: 'ranges import',
    summary: 'Puts a list of networks in force, whose traffic is not paid, or always is.',
    details: `The file is text: one network (CIDR) or address a line, IPv4 and IPv6; what stands behind a blank, a comma, # or ; is a comment.
It takes the place of the list of its kind; data_center that of the built-in one. Running gateways take it up within 2 seconds.
A file with a line that is no network is refused, and the lines are named.`,
    arguments: [{ name: 'file', description: 'the list' }],
    options: {
      kind: {
        value: '<kind>',
        isRequired: true,
        description: `${networkListKinds.join(', ')}; exempt networks are on no list`,
        read: readKind,
      },
    },
    mayBeNew: true,
    work: (services, { file, kind }) =>
      importNetworks(services, { kind, source: basename(file), lines: linesOf(file) }),
    print: (list) => ({ text: `${describe(list)}: in force`, json: { list } }),
  }),
  serviceCommand({
    name: 'ranges list',
    summary: 'Lists the lists of networks that were imported.',
    details: 'Without one of data centres the built-in one is in force.',
    options: {},
    work: (services) => listNetworkLists(services),
    print: (lists) => printList('lists', lists, describe),
  }),
  serviceCommand({
    name: 'ranges remove',
    summary: 'Takes a list of networks out of force.',
    details: 'For data centres the built-in list is in force again.',
    arguments: [{ name: 'kind', description: networkListKinds.join(', '), read: readKind }],
    options: {},
    async work(services, { kind }) {
      const isRemoved = await removeNetworkList(services, { kind });
      if (!isRemoved) throw new CommandError(`there is no list of the kind ${kind}`);
      return kind;
    },
    print: (kind) => ({ text: `the list ${kind} is out of force`, json: { kind } }),
  }),
];

const describe = ({ kind, networks, source, importedAt }: NetworkList) =>
  `${kind}: ${networks} networks of ${source}, ${importedAt.toISOString()}`;
