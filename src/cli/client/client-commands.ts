import type { Client } from '../../identity/oauth/clients/client';
import {
  assertClient,
  createClient,
  deleteClient,
  listClients,
  rotateClientSecret,
} from '../../identity/oauth/clients/client.service';
import { toDashed } from '../../id';
import { describeMembers, idOfAccount, readAccountName } from '../account/account-text';
import type { Command, ReadText } from '../command';
import { readIdOf, toWrongLine } from '../option-text';
import { serviceCommand } from '../service-command';

const readStoredId = readIdOf('a client');
const readClientId: ReadText<string> = (text, name) => toDashed(readStoredId(text, name));
const clientArgument = {
  name: 'id',
  description: 'id of the client',
  read: readClientId,
} as const;

export const clientCommands: readonly Command[] = [
  serviceCommand({
    name: 'client create',
    summary: 'Registers an OAuth client.',
    details:
      'Prints its id, and its secret this once. A token that it gets for itself (client credentials) acts for the owner.',
    arguments: [{ name: 'name', description: 'what people read who are asked for consent' }],
    options: {
      owner: {
        value: '<email>',
        isRequired: true,
        description: 'email or id of its owner',
        read: readAccountName,
      },
      'redirect-uri': {
        value: '<uri>',
        description: 'where codes are sent to; several in one text, blanks between them',
        read: (text) => toList(text, /\s+/),
      },
      scopes: {
        value: '<list>',
        isRequired: true,
        description: 'what it may ask for, e.g. "campaign.read campaign.write"',
        read: (text) => toList(text, /[\s,]+/),
      },
      public: { description: 'an app in a browser or on a phone: no secret, PKCE required' },
    },
    check({ name, scopes, public: isPublic, 'redirect-uri': redirectUris }) {
      try {
        assertClient({ name, redirectUris: redirectUris ?? [], scopes, isPublic });
      } catch (error) {
        throw toWrongLine(error, optionOf);
      }
    },
    async work(services, { name, owner, scopes, public: isPublic, 'redirect-uri': redirectUris }) {
      const ownerId = await idOfAccount(services, owner);
      const params = { name, ownerId, redirectUris: redirectUris ?? [], scopes, isPublic };
      return createClient(services, params);
    },
    print: ({ client, secret }) => ({
      text: describeMembers({ id: client.id, secret: secret && `${secret}  (shown this once)` }),
      json: { ...toClientJson(client), secret },
    }),
  }),
  serviceCommand({
    name: 'client list',
    summary: 'Lists the OAuth clients, oldest first.',
    details: 'Secrets are not shown: nobody knows them but the clients.',
    options: {},
    work: listClients,
    print: (clients) => ({
      text: clients.length === 0 ? 'no clients' : clients.map(toLine).join('\n'),
      json: { clients: clients.map(toClientJson) },
    }),
  }),
  serviceCommand({
    name: 'client rotate-secret',
    summary: 'Gives an OAuth client a new secret.',
    details: 'The old one is worthless within 2 seconds; tokens that the client has go on.',
    arguments: [clientArgument],
    options: {},
    work: (services, { id }) => rotateClientSecret(services, id),
    print: (secret, { id }) => ({
      text: describeMembers({ id, secret: `${secret}  (shown this once)` }),
      json: { id, secret },
    }),
  }),
  serviceCommand({
    name: 'client delete',
    summary: 'Deletes an OAuth client.',
    details: 'All of its tokens and codes are worthless within 2 seconds.',
    arguments: [clientArgument],
    options: {},
    work: (services, { id }) => deleteClient(services, id),
    print: (_deleted, { id }) => ({ text: `${id} is deleted`, json: { id } }),
  }),
];

/** A client as `--json` prints it. */
function toClientJson({ id, name, ownerId, isConfidential, ...client }: Client) {
  const { redirectUris, scopes, createdAt } = client;
  return { id, name, ownerId, isPublic: !isConfidential, redirectUris, scopes, createdAt };
}

function toLine({ id, name, isConfidential, scopes }: Client): string {
  return `${id}  ${name}${isConfidential ? '' : '  public'}  ${scopes.join(' ')}`;
}

const toList = (text: string, separator: RegExp): readonly string[] =>
  text.split(separator).filter((item) => item !== '');

/** A member as it is typed. */
const optionOf = (member: string) =>
  member
    .replace(/^name$/, '<name>')
    .replace(/^redirectUris(?=\.|$)/, '--redirect-uri')
    .replace(/^scopes(?=\.|$)/, '--scopes');
