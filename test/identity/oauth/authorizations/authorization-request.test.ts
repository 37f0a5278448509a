import { beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../support/app';
import {
  aClient,
  anAccount,
  askAuthorization,
  callbackOf,
  openSession,
  requestOf,
  type TestClient,
} from '../support';

describe('a parameter of an authorization request', () => {
  let app: TestApp;
  let session: string;
  let client: TestClient;
  beforeAll(async () => {
    app = await startApp();
    const owner = await anAccount(app);
    session = await openSession(app, owner);
    client = await aClient(app, { ownerId: owner.id });
  });
  const ask = (parameters: Readonly<Record<string, string>>) =>
    askAuthorization(app, session, { ...requestOf(client), ...parameters });

  it.each(['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method'])(
    'RFC 6749 §4.1.2.1: is told to the client where it is too long: %s',
    async (name) => {
      const reply = await ask({ [name]: 'x'.repeat(2_049) });
      expect([reply.status, callbackOf(reply)]).toEqual([
        302,
        {
          error: 'invalid_request',
          error_description: `more than 2048 characters: ${name}`,
          iss: app.url,
        },
      ]);
    },
  );

  it('is the longest that may be, and comes back', async () => {
    const state = 'x'.repeat(2_048);
    expect(callbackOf(await ask({ state }))).toMatchObject({ code: expect.anything(), state });
  });

  it.each(['client_id', 'redirect_uri'])(
    'sends nobody away where it is too long itself: %s',
    async (name) => {
      const { status, headers } = await ask({ [name]: 'x'.repeat(2_049) });
      expect([status, headers.get('location')]).toEqual([422, null]);
    },
  );
});
