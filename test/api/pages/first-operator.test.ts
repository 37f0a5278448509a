import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { createFirstOperatorLink } from '../../../src/identity/accounts/first-operator.service';
import { send, startApp, type TestApp } from '../../support/app';
import { assertPresent } from '../../../src/present';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

const aLink = async () => assertPresent(await createFirstOperatorLink(app.ctx), 'no operator yet');
const submit = (link: string, members: Readonly<Record<string, string>>) =>
  send(link, { method: 'POST', body: new URLSearchParams(members) });
const email = 'first@operator.example';
const password = 'correct horse';

describe('the link of a server without an operator', () => {
  it('is replaced by the next one', async () => {
    const [former, link] = [await aLink(), await aLink()];
    expect(link).toMatch(new RegExp(`^${app.url}/auth/first-operator/[\\w-]{43}$`));
    expect((await send(former)).status).toBe(422);
    expect((await send(link)).status).toBe(200);
  });

  it('asks again for what is refused', async () => {
    await createAccount(app.ctx, { email: 'a@taken.example', password, roles: ['publisher'] });
    const link = await aLink();
    for (const [members, status, problem] of [
      [{ email: 'nobody', password }, 422, 'The email must be an email address.'],
      [{ email, password: 'short' }, 422, 'The password must have 10 to 1024 characters.'],
      [{ email: 'a@taken.example', password }, 409, 'This email has an account already.'],
    ] as const) {
      const reply = await submit(link, members);
      expect([reply.status, reply.body]).toEqual([status, expect.stringContaining(problem)]);
    }
    expect((await send(link)).status).toBe(200);
  });

  it('makes one operator, who is logged in, and none after', async () => {
    const link = await aLink();
    const replies = await Promise.all(
      ['a', 'b'].map((name) => submit(link, { email: `${name}.${email}`, password })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([303, 422]);
    const made = assertPresent(
      replies.find(({ status }) => status === 303),
      'one was made',
    );
    const [cookie = ''] = made.headers.getSetCookie();
    const Cookie = cookie.split(';', 1)[0] ?? '';
    const query = '{ viewer { roles language } }';
    const { body } = await send(`${app.url}/graphql`, {
      headers: { Cookie, Origin: app.url },
      json: { query },
    });
    expect(body.data.viewer).toEqual({ roles: ['operator'], language: 'en' });
    expect((await send(link)).status).toBe(422);
    expect(await createFirstOperatorLink(app.ctx)).toBeNull();
  });

  it('is worthless once there is an operator by other means', async () => {
    const other = await startApp();
    const link = assertPresent(await createFirstOperatorLink(other.ctx), 'no operator yet');
    await createAccount(other.ctx, { email, password, roles: ['operator'] });
    const reply = await submit(link, { email: 'second@operator.example', password });
    expect([reply.status, reply.body]).toEqual([
      422,
      expect.stringContaining('does not work any more'),
    ]);
  });
});
