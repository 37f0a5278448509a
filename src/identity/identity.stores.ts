import type { Connection } from 'mongoose';
import type { Config } from '../config';
import { createAccountNetworkStore } from './accounts/account-network.store';
import { createAccountStore } from './accounts/account.store';
import { createKnownNetworkStore } from './accounts/known-network.store';
import { createMailTokenStore } from './accounts/mail-token.store';
import { createSessionStore } from './accounts/session.store';
import { createAuditEntryStore } from './audit/audit-entry.store';
import { createAuthorizationStore } from './oauth/authorizations/authorization.store';
import { createClientStore } from './oauth/clients/client.store';
import { createPersonalTokenStore } from './oauth/tokens/personal-token.store';
import { createRefreshTokenStore } from './oauth/tokens/refresh-token.store';
import { createRevocationStore } from './oauth/tokens/revocation.store';

/** Makes the stores of this wing, which are members of the context. */
export function createIdentityStores(
  db: Connection,
  { config, now }: { readonly config: Config; readonly now: () => Date },
) {
  return {
    accounts: createAccountStore(db, now, config.defaultCredit),
    accountNetworks: createAccountNetworkStore(db),
    auditEntries: createAuditEntryStore(db),
    sessions: createSessionStore(db),
    knownNetworks: createKnownNetworkStore(db),
    mailTokens: createMailTokenStore(db),
    clients: createClientStore(db),
    authorizations: createAuthorizationStore(db),
    refreshTokens: createRefreshTokenStore(db),
    personalTokens: createPersonalTokenStore(db),
    revocations: createRevocationStore(db),
  };
}
