import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { createPersonalAccessToken } from '../../../src/identity/oauth/tokens/personal-token.service';
import { send, startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { eventually } from '../../support/eventually';
import { anAccount, openPanel, password, photograph } from '../support';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
});
afterAll(() => browser.close());

describe('the panel', () => {
  it('is reached by way of the log-in page, and remembers where one wanted to go', async () => {
    const account = await anAccount(app);
    const { page, offences } = await openPanel(browser, app, { path: '/panel/tokens?a=b' });
    await page.getByLabel('Email').fill(account.email!);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Access tokens' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/panel/tokens');
    await page.getByRole('link', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByText('You are logged out').waitFor();
    await page.goto(`${app.url}/`);
    await page.getByText('This is an ad server').waitFor();
    expect(offences).toEqual([]);
  });
});

describe('the GraphQL console', () => {
  it('knows the schema, asks as who is logged in, and as who a pasted token is of', async () => {
    const account = await anAccount(app);
    const other = await anAccount(app);
    const { page, offences } = await openPanel(browser, app, { account, path: '/graphql' });
    // The typed text is taken over a moment later, and so is the first question.
    const asksAs = (email: string) =>
      eventually(async () => {
        await page.getByLabel(/^Execute query/).click();
        expect(await page.locator('.result-window').innerText()).toContain(`"${email}"`);
      }, 45_000);
    await asksAs(account.email!);
    await page.getByLabel('Show Documentation Explorer').click();
    await page.getByRole('link', { name: 'Mutation' }).first().waitFor();

    await page.getByRole('button', { name: 'Headers' }).click();
    const { accessToken } = await createPersonalAccessToken(app.ctx, {
      ...{ accountId: other.id, name: 'Pasted', scopes: ['campaign.read'] },
    });
    await page.locator('.graphiql-editor-tool .CodeMirror').last().click();
    await page.keyboard.insertText(JSON.stringify({ Authorization: `Bearer ${accessToken}` }));
    await asksAs(other.email!);
    await photograph(page, 'console');
    await page.getByLabel('Open settings dialog').click();
    await page.getByRole('dialog').waitFor();
    expect(offences).toEqual([]);
  });

  it('follows a subscription', async () => {
    const { page, offences } = await openPanel(browser, app, {
      account: await anAccount(app),
      path: '/graphql',
    });
    await page.locator('.graphiql-query-editor .CodeMirror').click();
    await page.keyboard.press('ControlOrMeta+A');
    const nobodys = `campaignServing(campaignId: "${'0'.repeat(32)}") { status }`;
    await page.keyboard.insertText(`subscription { ${nobodys} }`);
    await eventually(async () => {
      const answered = page.waitForResponse((response) => response.url().endsWith('/stream'), {
        timeout: 5_000,
      });
      answered.catch(() => undefined);
      await page.getByLabel(/^Execute query/).click();
      expect((await answered).headers()['content-type']).toContain('text/event-stream');
      expect(await page.locator('.result-window').innerText()).toContain('"NOT_FOUND"');
    }, 45_000);
    expect(offences).toEqual([]);
  });

  it('is for browsers alone, and only where introspection is', async () => {
    const asked = (Accept: string) => send(`${app.url}/graphql`, { headers: { Accept } });
    const page = await asked('text/html,application/xhtml+xml,*/*;q=0.8');
    const policy = page.headers.get('content-security-policy')!;
    expect([page.status, policy]).toEqual([200, expect.not.stringContaining('unsafe')]);
    expect((await asked('*/*')).status).toBe(400);
    const closed = await startApp({ env: { ADGATE_INTROSPECTION: '0' } });
    const { status } = await send(`${closed.url}/graphql`, { headers: { Accept: 'text/html' } });
    expect(status).toBe(400);
  });
});
