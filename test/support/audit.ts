import type { Account } from '../../src/identity/accounts/account';
import { createAccount } from '../../src/identity/accounts/account.service';
import type { AuditEntry } from '../../src/identity/audit/audit-entry';
import type { TestApp } from './app';

/** The terms of a change that nothing special is known of; its account and its operation are missing. */
export const entryBase = {
  ...({ actingForId: null, credential: 'browser', tokenId: null, clientId: null } as const),
  ...{ systemUser: null, network: null, objectKind: null, objectId: null },
  ...{ objectName: null, members: [] },
};

export const auditedPassword = 'correct horse';

const anything = { accountId: null, operation: null, objectId: null, from: null, to: null };

/** Lists an account's entries, newest first; null: everybody's. */
export const entriesOf = (app: TestApp, accountId: string | null): Promise<readonly AuditEntry[]> =>
  app.ctx.auditEntries.list({ ...anything, accountId }, { after: null, limit: 1_000 });

let emails = 0;
/** Makes an advertiser who logs in by `auditedPassword`. */
export async function createPerson(app: TestApp): Promise<Account & { readonly email: string }> {
  const email = `audited-${(emails += 1)}@test.example`;
  const terms = { email, password: auditedPassword, roles: ['advertiser'] as const };
  return { ...(await createAccount(app.ctx, terms)), email };
}
