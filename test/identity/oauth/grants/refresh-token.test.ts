import { createSecretKey } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../src/identity/accounts/account';
import { deleteClient } from '../../../../src/identity/oauth/clients/client.service';
import type { SigningKey } from '../../../../src/platform/keys/signing-key.store';
import { hashSecret } from '../../../../src/secret';
import { startApp, type TestApp } from '../../../support/app';
import {
  aClient,
  anAccount,
  askToken,
  aVerifier,
  decodeJwt,
  getCode,
  getTokens,
  isOAuthError,
  minutes,
  openSession,
  redeem,
  refresh,
  shiftClock,
  stopClock,
  suspend,
  type TestClient,
  whoIs,
} from '../support';

const day = minutes(24 * 60);

describe('POST /oauth/token, grant_type=refresh_token', () => {
  let app: TestApp;
  let owner: Account;
  let session: string;
  let client: TestClient;
  beforeAll(async () => {
    app = await startApp();
    owner = await anAccount(app);
    session = await openSession(app, owner);
    client = await aClient(app, { ownerId: owner.id });
  });

  it('RFC 6749 §6: answers a new pair of tokens', async () => {
    const first = await getTokens(app, session, client);
    const { status, body, headers } = await refresh(app, client, first.refresh);
    expect(status).toBe(200);
    expect(body).toEqual({
      token_type: 'Bearer',
      expires_in: 3600,
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'campaign.read campaign.write',
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect([body.access_token, body.refresh_token]).not.toEqual([first.access, first.refresh]);
    expect(await whoIs(app, body.access_token)).toBe(owner.id);
  });

  it('RFC 6749 §5.2: refuses a request without the token as invalid_request', async () => {
    isOAuthError(
      await askToken(app, client, { grant_type: 'refresh_token' }),
      400,
      'invalid_request',
    );
  });

  it.each([
    ['unknown', () => 'A'.repeat(43)],
    ['an access token', ({ access }: { access: string }) => access],
    ['altered', ({ refresh: token }: { refresh: string }) => token.split('').reverse().join('')],
    ['cut off', ({ refresh: token }: { refresh: string }) => token.slice(1)],
  ])('RFC 6749 §5.2: refuses a token that is %s as invalid_grant', async (_case, change) => {
    const tokens = await getTokens(app, session, client);
    isOAuthError(await refresh(app, client, change(tokens)), 400, 'invalid_grant');
    expect((await refresh(app, client, tokens.refresh)).status).toBe(200);
  });

  it('RFC 6749 §6, §10.4: a token of another client is refused, and stays good for its own', async () => {
    const tokens = await getTokens(app, session, client);
    const other = await aClient(app, { ownerId: owner.id });
    isOAuthError(await refresh(app, other, tokens.refresh), 400, 'invalid_grant');
    expect((await refresh(app, client, tokens.refresh)).status).toBe(200);
  });

  it('RFC 6749 §6: a client with a secret must show it', async () => {
    const tokens = await getTokens(app, session, client);
    const nameless = { id: client.id, secret: '' };
    isOAuthError(await refresh(app, nameless, tokens.refresh), 401, 'invalid_client');
    expect((await refresh(app, client, tokens.refresh)).status).toBe(200);
  });

  it('RFC 6749 §6: the scope may be narrowed, for this access token alone', async () => {
    const tokens = await getTokens(app, session, client);
    const narrow = await refresh(app, client, tokens.refresh, { scope: 'campaign.read' });
    expect(narrow.body.scope).toBe('campaign.read');
    const whole = await refresh(app, client, narrow.body.refresh_token);
    expect(whole.body.scope).toBe('campaign.read campaign.write');
  });

  it.each(['campaign.read campaign.write', 'site.read', '*', 'nonsense'])(
    'RFC 6749 §6: the scope may not be widened to %j',
    async (scope) => {
      const tokens = await getTokens(app, session, client, { scope: 'campaign.read' });
      const reply = await refresh(app, client, tokens.refresh, { scope });
      isOAuthError(reply, 400, 'invalid_scope');
      // It was not used by this, so that it is good for longer than a used one.
      const later = await shiftClock(app, 11_000, () => refresh(app, client, tokens.refresh));
      expect(later.body.scope).toBe('campaign.read');
    },
  );

  it('RFC 9700 §4.14.2: a token that comes again ends every token of the authorization', async () => {
    const first = await getTokens(app, session, client);
    const second = await refresh(app, client, first.refresh);
    await shiftClock(app, 11_000, async () => {
      isOAuthError(await refresh(app, client, first.refresh), 400, 'invalid_grant');
      isOAuthError(await refresh(app, client, second.body.refresh_token), 400, 'invalid_grant');
      expect(await whoIs(app, second.body.access_token)).toBe(401);
      expect(await whoIs(app, first.access)).toBe(401);
    });
  });

  it('RFC 9700 §4.14.2: the reuse of a token ends no other authorization', async () => {
    const [one, other] = [
      await getTokens(app, session, client),
      await getTokens(app, session, client),
    ];
    await refresh(app, client, one.refresh);
    await shiftClock(app, 11_000, async () => {
      isOAuthError(await refresh(app, client, one.refresh), 400, 'invalid_grant');
      expect((await refresh(app, client, other.refresh)).status).toBe(200);
    });
  });

  it('two requests that race for one token get the same successor, and both go on', async () => {
    const tokens = await getTokens(app, session, client);
    const [one, other] = await Promise.all([
      refresh(app, client, tokens.refresh),
      refresh(app, client, tokens.refresh),
    ]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.body.refresh_token).toBe(other.body.refresh_token);
    expect(await whoIs(app, one.body.access_token)).toBe(owner.id);
    expect(await whoIs(app, other.body.access_token)).toBe(owner.id);
    expect((await refresh(app, client, one.body.refresh_token)).status).toBe(200);
  });

  it('RFC 9700 §4.14.2: within ten seconds too, once its successor has been used', async () => {
    const tokens = await getTokens(app, session, client);
    const successor = (await refresh(app, client, tokens.refresh)).body.refresh_token;
    const next = (await refresh(app, client, successor)).body.refresh_token;
    expect((await refresh(app, client, tokens.refresh)).status).not.toBe(200);
    expect((await refresh(app, client, next)).status).not.toBe(200);
  });

  describe('while the key that signs changes', () => {
    /** Lets a gateway derive successors with another ring of keys while something runs. */
    const withKeys = async <Value>(
      refreshTokenKeys: readonly SigningKey[],
      run: () => Promise<Value>,
    ): Promise<Value> => {
      const before = app.ctx.refreshTokenKeys;
      Object.assign(app.ctx, { refreshTokenKeys });
      try {
        return await run();
      } finally {
        Object.assign(app.ctx, { refreshTokenKeys: before });
      }
    };
    const oldFirst = () => [
      ...app.ctx.refreshTokenKeys,
      { keyId: 2, secret: createSecretKey(Buffer.alloc(32, 7)) },
    ];
    const newFirst = () => oldFirst().toReversed();
    const next = async (token: string) =>
      (await refresh(app, client, token)).body.refresh_token as string;

    it('an answer that got lost is given again: the same successor, and no second line', async () => {
      const { refresh: token } = await getTokens(app, session, client);
      const lost = await next(token);
      expect(await withKeys(newFirst(), () => next(token))).toBe(lost);
      const last = await withKeys(newFirst(), () => next(lost));
      expect((await withKeys(newFirst(), () => refresh(app, client, last))).status).toBe(200);
    });

    it.each([1, 2, 3])(
      'RFC 9700 §4.14.2: within ten seconds too, once %i successors have been used',
      async (used) => {
        for (const [atUse, later] of [
          [oldFirst(), newFirst()],
          [newFirst(), oldFirst()],
        ] as const) {
          const { refresh: token } = await getTokens(app, session, client);
          let last = await withKeys(atUse, () => next(token));
          for (let at = 0; at < used; at += 1)
            last = await withKeys(at % 2 === 0 ? later : atUse, () => next(last));
          const replies = await withKeys(later, async () => [
            await refresh(app, client, token),
            await refresh(app, client, last),
          ]);
          for (const reply of replies) isOAuthError(reply, 400, 'invalid_grant');
        }
      },
    );

    it('a token whose key is gone is answered by no other, and nothing ends', async () => {
      const { refresh: token } = await getTokens(app, session, client);
      const successor = await withKeys(newFirst(), () => next(token));
      expect((await refresh(app, client, token)).status).toBe(500);
      expect((await refresh(app, client, successor)).status).toBe(200);
    });

    it('a token that an older gateway has used has the successor of the first key', async () => {
      const { refresh: token } = await getTokens(app, session, client);
      const successor = await next(token);
      const rows = app.ctx.refreshTokens.models[0]!.db.collection<{ _id: string }>('refreshTokens');
      const its = await rows.updateOne(
        { _id: hashSecret(token) },
        { $unset: { successorKeyId: 1 } },
      );
      expect(its.modifiedCount).toBe(1);
      expect(await next(token)).toBe(successor);
    });
  });

  it('an answer that got lost can be asked for again within ten seconds', async () => {
    const tokens = await getTokens(app, session, client);
    const lost = await refresh(app, client, tokens.refresh);
    const again = await shiftClock(app, 9_000, () => refresh(app, client, tokens.refresh));
    expect([again.status, again.body.refresh_token]).toEqual([200, lost.body.refresh_token]);
  });

  it('a hundred requests at once leave one line of tokens', async () => {
    const tokens = await getTokens(app, session, client);
    const replies = await stopClock(app, () =>
      Promise.all(Array.from({ length: 100 }, () => refresh(app, client, tokens.refresh))),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body.refresh_token as string)).size).toBe(1);
  });

  it('RFC 9700 §4.14.2: a token that rests for thirty days has expired', async () => {
    const tokens = await getTokens(app, session, client);
    const late = await shiftClock(app, 30 * day + 1_000, () =>
      refresh(app, client, tokens.refresh),
    );
    isOAuthError(late, 400, 'invalid_grant');
    const inTime = await shiftClock(app, 30 * day - minutes(1), () =>
      refresh(app, client, tokens.refresh),
    );
    expect(inTime.status).toBe(200);
  });

  it('what a person allowed is known for as long as tokens of it may come', async () => {
    const tokens = await getTokens(app, session, client);
    const { body } = await shiftClock(app, 29 * day, () => refresh(app, client, tokens.refresh));
    const { grant_id: _id } = decodeJwt(body.access_token).claims as { grant_id: string };
    const { db } = app.ctx.authorizations.models[0]!;
    const stored = await db
      .collection<{ _id: string; expiresAt: Date }>('authorizations')
      .findOne({ _id });
    // The refresh token, used at its last moment, gives an access token for another hour.
    const last = Date.now() + 59 * day + minutes(60);
    expect(stored?.expiresAt.getTime()).toBeGreaterThan(last);
  });

  it('RFC 9700 §4.14.2: tokens of public clients rotate, and their reuse is noticed', async () => {
    const app2 = await aClient(app, { ownerId: owner.id, isPublic: true });
    const { challenge, verifier } = aVerifier();
    const code = await getCode(app, session, app2, {
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const first = await redeem(app, app2, code, { code_verifier: verifier });
    const second = await refresh(app, app2, first.body.refresh_token);
    expect(second.status).toBe(200);
    await shiftClock(app, 11_000, async () => {
      isOAuthError(await refresh(app, app2, first.body.refresh_token), 400, 'invalid_grant');
      isOAuthError(await refresh(app, app2, second.body.refresh_token), 400, 'invalid_grant');
    });
  });

  it('RFC 6749 §10.4: stores no refresh token that somebody could use', async () => {
    const tokens = await getTokens(app, session, client);
    const { body } = await refresh(app, client, tokens.refresh);
    const { db } = app.ctx.refreshTokens.models[0]!;
    const stored = JSON.stringify(await db.collection('refreshTokens').find().toArray());
    expect(stored).not.toContain(tokens.refresh);
    expect(stored).not.toContain(body.refresh_token);
  });

  it('refuses the tokens of a suspended person', async () => {
    const suspended = await anAccount(app);
    const tokens = await getTokens(app, await openSession(app, suspended), client);
    await suspend(app, suspended);
    app.ctx.knownAccounts.forget([suspended.id]);
    isOAuthError(await refresh(app, client, tokens.refresh), 400, 'invalid_grant');
  });

  it('gives no scope that the client has lost since', async () => {
    const narrowed = await aClient(app, { ownerId: owner.id });
    const code = await getCode(app, session, narrowed);
    const tokens = await getTokens(app, session, narrowed);
    const clients = app.ctx.clients.models[0]!.db.collection<{ _id: string }>('clients');
    await clients.updateOne({ _id: narrowed.id }, { $set: { scopes: ['campaign.read'] } });
    app.ctx.knownClients.forget([narrowed.id]);
    expect((await redeem(app, narrowed, code)).body.scope).toBe('campaign.read');
    expect((await refresh(app, narrowed, tokens.refresh)).body.scope).toBe('campaign.read');
  });

  it('refuses the tokens of a deleted client', async () => {
    const deleted = await aClient(app, { ownerId: owner.id });
    const tokens = await getTokens(app, session, deleted);
    await deleteClient(app.ctx, deleted.id);
    isOAuthError(await refresh(app, deleted, tokens.refresh), 401, 'invalid_client');
    expect(await whoIs(app, tokens.access)).toBe(401);
  });
});
