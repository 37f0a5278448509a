import { createKnownTokens } from './bearer';
import { createFreshCache } from './fresh-cache';
import type { OAuthContext, TokenContext } from '../oauth.context';
import { createTokenKeyRing } from './token-keys';

/** Collections whose changes it must be told. */
export const rememberedCollections = [
  'authorizations',
  'clients',
  'personalTokens',
  'revocations',
  'tokenKeys',
] as const;

const maxKnown = 20_000;

/** Remembers accounts, clients and tokens, so that most requests need no query. */
export type OAuthMemory = Pick<
  OAuthContext,
  'tokenKeys' | 'knownAccounts' | 'knownClients' | 'knownTokens'
>;

export async function createOAuthMemory(
  outside: Omit<TokenContext, keyof OAuthMemory> &
    Pick<OAuthContext, 'accounts' | 'clients' | 'tokenKeyStore'>,
): Promise<OAuthMemory> {
  const { accounts, clients, tokenKeyStore, now } = outside;
  const tokenKeys = createTokenKeyRing(tokenKeyStore, now);
  await tokenKeys.load();
  const knownAccounts = createFreshCache({
    load: (id) => accounts.findById(id),
    idsOf: ({ id }) => [id],
    maxEntries: maxKnown,
    now,
  });
  const knownClients = createFreshCache({
    load: (id) => clients.findById(id),
    idsOf: ({ id }) => [id],
    maxEntries: maxKnown,
    now,
  });
  const memory = { tokenKeys, knownAccounts, knownClients };
  return { ...memory, knownTokens: createKnownTokens({ ...outside, ...memory }) };
}

/**
 * Takes up what was changed, by this process or another one.
 *
 * @param idsOf ids of the changed documents of a collection
 */
export async function refreshOAuthMemory(
  memory: OAuthMemory,
  idsOf: (collection: string) => readonly string[],
): Promise<void> {
  const { knownAccounts, knownClients, knownTokens, tokenKeys } = memory;
  knownAccounts.forget(idsOf('accounts'));
  knownClients.forget(idsOf('clients'));
  knownTokens.forget(['accounts', ...rememberedCollections].flatMap(idsOf));
  if (idsOf('tokenKeys').length > 0) knownTokens.forget(await tokenKeys.refresh());
}
