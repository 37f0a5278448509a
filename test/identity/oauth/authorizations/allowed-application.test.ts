import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../src/identity/accounts/account';
import { sendGraphql, startApp, type TestApp } from '../../../support/app';
import {
  aClient,
  anAccount,
  getTokens,
  openSession,
  refresh,
  type TestClient,
  whoIs,
} from '../support';

describe('allowed applications', () => {
  let app: TestApp;
  let owner: Account;
  let session: string;
  let client: TestClient;
  beforeAll(async () => {
    app = await startApp();
    owner = await anAccount(app);
    session = await openSession(app, owner);
    client = await aClient(app, { ownerId: owner.id, name: 'Reports' });
  });
  const ask = async (query: string, token = session) => (await sendGraphql(app, token, query)).body;
  const list = async (token = session) =>
    (await ask('{ allowedApplications { clientId name scopes } }', token)).data.allowedApplications;
  const revoke = (id: string, token = session) =>
    ask(`mutation { revokeApplication(clientId: "${id}") }`, token);

  it('are listed once each, with all that they may do', async () => {
    expect(await list()).toEqual([]);
    await getTokens(app, session, client, { scope: 'campaign.read' });
    await getTokens(app, session, client, { scope: 'campaign.write' });
    const [only, ...others] = await list();
    expect([only.clientId, only.name, [...only.scopes].sort(), others]).toEqual([
      client.id,
      'Reports',
      ['campaign.read', 'campaign.write'],
      [],
    ]);
    expect(await list(await openSession(app, await anAccount(app)))).toEqual([]);
  });

  it('lose everything when they are revoked, and others nothing', async () => {
    const other = await aClient(app, { ownerId: owner.id, name: 'Other' });
    const mine = await getTokens(app, session, client);
    const others = await getTokens(app, session, other);
    expect(await whoIs(app, mine.access)).toBe(owner.id);
    expect(await revoke(client.id)).toEqual({ data: { revokeApplication: true } });
    expect(await whoIs(app, mine.access)).toBe(401);
    expect((await refresh(app, client, mine.refresh)).status).toBe(400);
    expect(await whoIs(app, others.access)).toBe(owner.id);
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['Other']);
    expect((await revoke(client.id)).errors[0].extensions.code).toBe('NOT_FOUND');
  });
});
