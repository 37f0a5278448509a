import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../src/identity/accounts/account';
import {
  createClient,
  type CreateClientParams,
  deleteClient,
  listClients,
  rotateClientSecret,
} from '../../../../src/identity/oauth/clients/client.service';
import { logIn, send, startApp, type TestApp } from '../../../support/app';
import { monitored, onCommand } from '../../../support/commands';
import { freshDatabase } from '../../../support/database';
import { anAccount, callback } from '../support';

describe('OAuth clients', () => {
  let app: TestApp;
  let owner: Account;
  beforeAll(async () => {
    app = await startApp();
    owner = await anAccount(app);
  });
  const valid = (): CreateClientParams => ({
    name: 'Reports',
    ownerId: owner.id,
    redirectUris: [callback],
    scopes: ['campaign.read'],
  });

  it('RFC 6749 §10.10: have an id that is a UUID, and a secret of 256 bits of which only the hash is stored', async () => {
    const { client, secret } = await createClient(app.ctx, valid());
    expect(client).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      name: 'Reports',
      ownerId: owner.id,
      isConfidential: true,
      redirectUris: [callback],
      scopes: ['campaign.read'],
    });
    expect(secret).toMatch(/^[\w-]{43}$/);
    const { db } = app.ctx.clients.models[0]!;
    expect(JSON.stringify(await db.collection('clients').find().toArray())).not.toContain(secret);
  });

  it('RFC 6749 §2.1: public ones have no secret', async () => {
    const { client, secret } = await createClient(app.ctx, { ...valid(), isPublic: true });
    expect([client.isConfidential, secret]).toEqual([false, null]);
    await expect(rotateClientSecret(app.ctx, client.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it.each([
    ['an empty name', { name: ' ' }, ['name']],
    ['a long name', { name: 'x'.repeat(256) }, ['name']],
    ['a name that hides its direction', { name: 'a\u202eb' }, ['name']],
    ['no scopes', { scopes: [] }, ['scopes']],
    ['an unknown scope', { scopes: ['nonsense'] }, ['scopes']],
    ['all scopes', { scopes: ['*'] }, ['scopes']],
    [
      'a public client without redirect URI',
      { isPublic: true, redirectUris: [] },
      ['redirectUris'],
    ],
    ['21 redirect URIs', { redirectUris: Array<string>(21).fill(callback) }, ['redirectUris']],
    ['two mistakes', { name: '', scopes: [] }, ['name', 'scopes']],
  ])('are refused with %s', async (_case, change, fields) => {
    const failure = await createClient(app.ctx, { ...valid(), ...change }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(Object.keys((failure as { details: object }).details)).toEqual(fields);
  });

  it.each([
    [{ scopes: ['nonsense'] }, 'scopes must not have nonsense: there is no such scope'],
    [
      { isPublic: true, redirectUris: [] },
      'redirectUris must have at least one for a public client',
    ],
  ])('are refused by a sentence that begins with the field: %j', async (change, message) => {
    await expect(createClient(app.ctx, { ...valid(), ...change })).rejects.toMatchObject({
      message,
    });
  });

  it.each([
    '/callback',
    'client.example/callback',
    'http://client.example/callback',
    'http://10.0.0.1/callback',
    'https://client.example/callback#fragment',
    'https://client.example/callback#',
    'https://user:password@client.example/callback',
    'https://user@client.example/callback',
    'https://*.client.example/callback',
    'https://client.example/*',
    'https://client.example/a/../callback',
    'https://client.example/callback/.',
    'https://client.example/a b',
    'https://client.example\\callback',
    'https://client.example/callback\u0000',
    'https://clïent.example/callback',
    `https://client.example/${'x'.repeat(2_048)}`,
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://client.example/callback',
    'app:/callback',
    '',
  ])('RFC 6749 §3.1.2, RFC 9700 §2.1: may not be answered at %j', async (uri) => {
    await expect(
      createClient(app.ctx, { ...valid(), redirectUris: [callback, uri] }),
    ).rejects.toMatchObject({ details: { 'redirectUris.1': [expect.any(String)] } });
  });

  it.each([
    'https://client.example',
    'https://client.example/callback?tenant=1&x=a%20b',
    'https://client.example:8443/callback',
    'https://client.example/well..known',
    'http://localhost:3000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:3000/callback',
    'com.example.app:/callback',
  ])('RFC 8252 §7: may be answered at %s', async (uri) => {
    const { client } = await createClient(app.ctx, { ...valid(), redirectUris: [uri] });
    expect(client.redirectUris).toEqual([uri]);
  });

  it('belong to an account', async () => {
    await expect(
      createClient(app.ctx, { ...valid(), ownerId: '0'.repeat(32) }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are listed, oldest first, until they are deleted', async () => {
    const fresh = await startApp();
    const { id: ownerId } = await anAccount(fresh);
    const made = [];
    for (const name of ['a', 'b', 'c'])
      made.push((await createClient(fresh.ctx, { ...valid(), ownerId, name })).client.id);
    await deleteClient(fresh.ctx, made[1]!);
    const names = (await listClients(fresh.ctx)).map(({ name }) => name);
    expect(names).toEqual(['a', 'c']);
    expect(Object.keys((await listClients(fresh.ctx))[0]!)).not.toContain('secretHash');
    await expect(deleteClient(fresh.ctx, made[1]!)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('tell their owners’ emails, which one command reads for all of them', async () => {
    const fresh = await startApp({ mongodbUri: monitored(await freshDatabase()) });
    const [one, other] = [await anAccount(fresh), await anAccount(fresh)];
    const token = await logIn(fresh, 'operator');
    const list = async () => {
      const commands: string[] = [];
      const stop = onCommand((command) => commands.push(command));
      const { body } = await send(`${fresh.url}/graphql`, {
        json: { query: '{ allClients { ownerEmail } }' },
        headers: { Authorization: `Bearer ${token}` },
      });
      stop();
      // Others belong to jobs.
      const ofList = commands.filter((command) => /(clients|accounts)$/.test(command));
      return { clients: body.data.allClients, count: ofList.length };
    };
    await createClient(fresh.ctx, { ...valid(), ownerId: one.id });
    await list();
    const alone = await list();
    expect(alone.clients).toEqual([{ ownerEmail: one.email }]);
    await createClient(fresh.ctx, { ...valid(), ownerId: one.id });
    await createClient(fresh.ctx, { ...valid(), ownerId: other.id });
    const all = await list();
    expect(all.clients).toEqual([one, one, other].map(({ email }) => ({ ownerEmail: email })));
    expect(all.count).toBe(alone.count);
  });
});
