import type { Account } from '../accounts/account';
import type { AccountStore } from '../accounts/account.store';
import type { ServiceContext } from '../context';
import type { TokenKeyStore } from '../keys/token-key.store';
import { createKnownTokens, type KnownTokens } from './bearer';
import type { ClientWithSecret } from './client';
import type { ClientStore } from './client.store';
import { createFreshCache, type FreshCache } from './fresh-cache';
import { createTokenKeyRing, type TokenKeyRing } from './token-keys';

/** What a process remembers of accounts, clients and tokens, so that most requests ask the database nothing. */
export interface OAuthMemory {
  /** Sign access tokens. */
  readonly tokenKeys: TokenKeyRing;
  readonly knownAccounts: FreshCache<Account>;
  readonly knownClients: FreshCache<ClientWithSecret>;
  readonly knownTokens: KnownTokens;
}

/** Collections whose changes it must be told. */
export const rememberedCollections = [
  'authorizations',
  'clients',
  'personalTokens',
  'revocations',
  'tokenKeys',
] as const;

const maxKnown = 20_000;

/** @param ctx the context that it will be part of; not looked at before the first token */
export async function createOAuthMemory(
  stores: {
    readonly accounts: AccountStore;
    readonly clients: ClientStore;
    readonly tokenKeyStore: TokenKeyStore;
  },
  now: () => Date,
  ctx: () => ServiceContext,
): Promise<OAuthMemory> {
  const tokenKeys = createTokenKeyRing(stores.tokenKeyStore, now);
  await tokenKeys.load();
  return {
    tokenKeys,
    knownAccounts: createFreshCache({
      load: (id) => stores.accounts.findById(id),
      idsOf: ({ id }) => [id],
      maxEntries: maxKnown,
      now,
    }),
    knownClients: createFreshCache({
      load: (id) => stores.clients.findById(id),
      idsOf: ({ id }) => [id],
      maxEntries: maxKnown,
      now,
    }),
    knownTokens: createKnownTokens(ctx, now),
  };
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
