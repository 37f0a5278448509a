import { AppError, invalid } from '../../errors';
import { getAccountByName } from '../../identity/accounts/account-management.service';
import { createClient } from '../../identity/oauth/clients/client.service';
import { describeMembers } from '../account/account-text';
import { readList, toClientJson } from './client-text';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const clientCreate = defineCommand({
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
    },
    scopes: {
      value: '<list>',
      isRequired: true,
      description: 'what it may ask for, e.g. "campaign.read campaign.write"',
    },
    public: { description: 'an app in a browser or on a phone: no secret, PKCE required' },
    uri: uriOption,
  },
  async run({ name, owner, scopes, uri, public: isPublic, 'redirect-uri': redirectUri }, ctx) {
    const { client, secret } = await withServices({ uri }, ctx, async (services) => {
      const { id: ownerId } = await getAccountByName(services, owner);
      return inOptions(
        createClient(services, {
          name,
          ownerId,
          redirectUris: readList(redirectUri, /\s+/),
          scopes: readList(scopes, /[\s,]+/),
          isPublic,
        }),
      );
    });
    const { id } = client;
    return {
      text: describeMembers({ id, secret: secret && `${secret}  (shown this once)` }),
      json: { ...toClientJson(client), secret },
    };
  },
});

/** The problems, by the names that were typed. */
async function inOptions<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || error.details === undefined) throw error;
    const details = Object.entries(error.details).map(
      ([member, problems]) => [optionOf(member), problems] as const,
    );
    throw invalid(Object.fromEntries(details));
  }
}

const optionOf = (member: string) =>
  member.replace(/^redirectUris(?=\.|$)/, '--redirect-uri').replace(/^scopes(?=\.|$)/, '--scopes');
