import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { startApp, type TestApp } from '../../support/app';

describe('createAccount', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  const create = (email: string, password = 'long enough') =>
    createAccount(app.ctx, { email, password, roles: ['publisher'] });

  it('keeps emails in lower case, once', async () => {
    expect((await create('Carol@Example.org')).email).toBe('carol@example.org');
    await expect(create('carol@EXAMPLE.org')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('makes one account when two race', async () => {
    const results = await Promise.allSettled([create('race@x.example'), create('race@x.example')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it.each([
    ['no email', 'carol', 'long enough', ['email']],
    ['a short password', 'd@x.example', 'short', ['password']],
    ['an endless password', 'd@x.example', 'x'.repeat(1025), ['password']],
    ['nine characters', 'd@x.example', 'nine long', ['password']],
    ['a password that everybody has', 'd@x.example', 'Qwertyuiop', ['password']],
    ['the email as password', 'd@x.example', 'D@x.example', ['password']],
    ['both', '@', '', ['email', 'password']],
  ])('refuses %s', async (_case, email, password, fields) => {
    await expect(create(email, password)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: Object.fromEntries(fields.map((field) => [field, expect.anything()])),
    });
  });
});
