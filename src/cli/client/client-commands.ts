import type { Client } from '../../identity/oauth/clients/client';
import {
  createClient,
  deleteClient,
  listClients,
  rotateClientSecret,
} from '../../identity/oauth/clients/client.service';
import { AppError } from '../../errors';
import { describeMembers, idOfAccount } from '../account/account-text';
import { type Command, CommandError } from '../command';
import { serviceCommand } from '../service-command';

const clientArgument = { name: 'id', description: 'id of the client' } as const;

export const clientCommands: readonly Command[] = [
  serviceCommand({
    name: 'client create',
    summary: 'Registers an OAuth client.',
    details:
      'Prints its id, and its secret this once. A token that it gets for itself (client credentials) acts for the owner.',
    arguments: [{ name: 'name', description: 'what people read who are asked for consent' }],
    options: {
      owner: { value: '<email>', isRequired: true, description: 'email or id of its owner' },
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
    async work(services, { name, owner, scopes, public: isPublic, 'redirect-uri': redirectUris }) {
      const ownerId = await idOfAccount(services, owner);
      const params = { name, ownerId, redirectUris: redirectUris ?? [], scopes, isPublic };
      return inOptions(createClient(services, params));
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

/** The problems, by the names that were typed. */
async function inOptions<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || error.details === undefined) throw error;
    const details = Object.entries(error.details).map(
      ([member, problems]) => [optionOf(member), problems] as const,
    );
    const said = details.map(([option, problems]) => `${option} ${problems.join(', ')}`);
    throw new CommandError(said.join('; '), 2, { cause: error });
  }
}

const optionOf = (member: string) =>
  member.replace(/^redirectUris(?=\.|$)/, '--redirect-uri').replace(/^scopes(?=\.|$)/, '--scopes');
