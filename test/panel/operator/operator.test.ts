import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { de } from '../../../panel/texts/de';
import type { Account } from '../../../src/identity/accounts/account';
import { holdPayments } from '../../../src/money/payments/payment.service';
import { askToken } from '../../identity/oauth/support';
import { send, startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { createActiveCampaign } from '../../support/campaigns';
import { eventually } from '../../support/eventually';
import { askToWithdraw, reportCreative, returnPayment } from '../operator-data';
import {
  anAccount,
  expectAccessible,
  expectFits,
  openPanel,
  password,
  photograph,
} from '../support';

let app: TestApp;
let browser: Browser;
let operator: Account;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  operator = await anAccount(app, ['operator']);
});
afterAll(() => browser.close());

const open = (path: string, options: { readonly locale?: string } = {}) =>
  openPanel(browser, app, { account: operator, path: `/panel/operator${path}`, ...options });

describe('an operator', () => {
  it('rejects a creative by its picture and gives it back; the audit log has both', async () => {
    const owner = await anAccount(app);
    const { creatives } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId: owner.id },
    });
    const { id, name } = creatives[0]!;
    const { page, offences } = await open('/creatives');
    await page.getByRole('img', { name }).waitFor();
    await eventually(async () => {
      expect(await page.evaluate("document.querySelector('.review img').naturalWidth > 0")).toBe(
        true,
      );
    }, 60_000);
    await page.getByRole('button', { name: `Reject ${name}` }).click();
    await page.getByLabel('Reason').fill('Its picture is misleading');
    await expectAccessible(page);
    await photograph(page, 'creative-reject');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('No creative is like that.').waitFor();
    expect(await app.ctx.creatives.findById(id)).toMatchObject({
      status: 'rejected',
      rejectionReason: 'Its picture is misleading',
    });
    await page.getByLabel('Status').selectOption('rejected');
    await page.getByText('Its picture is misleading').waitFor();
    await page.getByRole('button', { name: `Restore ${name}` }).click();
    await page.getByText('No creative is like that.').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('row').getByText('Restored the ad').first().waitFor();
    await page.getByText('reason: Its picture is misleading').waitFor();
    expect(offences).toEqual([]);
  });

  it('finds a user, shuts him out with a reason that he reads, and lets him in again', async () => {
    const user = await anAccount(app);
    const logIn = () => send(`${app.url}/auth/login`, { json: { email: user.email, password } });
    const { page, offences } = await open('/users');
    await page.getByLabel('Search emails').fill(user.email!.slice(2, -3));
    await page.getByRole('link', { name: user.email! }).click();
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByLabel('Reason').fill('Clicks on its own ads');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Clicks on its own ads').first().waitFor();
    expect((await logIn()).body.reason).toBe('Clicks on its own ads');
    await page.getByRole('button', { name: 'Let in again' }).click();
    await page.getByRole('button', { name: 'Suspend' }).waitFor();
    expect((await logIn()).status).toBe(200);
    await page.getByLabel('publisher').check();
    await page.getByRole('button', { name: 'Set roles' }).click();
    await page.getByText('The roles are set.').waitFor();
    expect((await app.ctx.accounts.findById(user.id))?.roles).toEqual(['advertiser', 'publisher']);
    await page.getByLabel('No limit').uncheck();
    await page.getByLabel('Credit limit').fill('2,5');
    await page.getByRole('button', { name: 'Set credit' }).click();
    await page.getByText('The credit limit is set.').waitFor();
    const { creditLimit } = (await app.ctx.accounts.findById(user.id))!;
    expect(creditLimit).toBe(250_000_000_000n);
    expect(offences).toEqual([]);
    const german = await open(`/users/${user.id}`, { locale: 'de-DE' });
    expect(await german.page.getByLabel(de.operator.creditLimit).inputValue()).toBe('2,5');
  });

  it('suspends users at once but not himself, and takes back what he did', async () => {
    const users = [await anAccount(app), await anAccount(app)];
    const reasons = () =>
      Promise.all(
        users.map(async ({ id }) => (await app.ctx.accounts.findById(id))?.suspendedReason),
      );
    const { page, offences } = await open('/users');
    for (const { email } of [...users, operator]) await page.getByLabel(`Choose ${email}`).check();
    await page.getByRole('button', { name: 'Suspend' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend 3 accounts?' });
    await dialog.getByLabel('Reason').fill('Made in a row by a script');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('2 accounts are suspended.').waitFor();
    await page.getByText('this is your own account').waitFor();
    expect(await reasons()).toEqual(['Made in a row by a script', 'Made in a row by a script']);
    for (const { email } of users) await page.getByLabel(`Choose ${email}`).check();
    await page.getByRole('button', { name: 'Let in again' }).click();
    await page.getByText('2 accounts may come in again.').waitFor();
    expect(await reasons()).toEqual([null, null]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => {
      expect(await reasons()).toEqual(['Made in a row by a script', 'Made in a row by a script']);
    });
    expect(offences).toEqual([]);
  });

  it('acts for a user under a banner, with an entry of it, and is himself again', async () => {
    const user = await anAccount(app);
    const { page, offences } = await open(`/users/${user.id}`);
    await page.getByRole('button', { name: 'Act for this account' }).click();
    await page.getByLabel('Reason').fill('Asked us to stop a campaign');
    await page.getByRole('dialog').getByRole('button', { name: 'Act for it' }).click();
    const banner = page.getByRole('region', { name: 'You act for somebody' });
    await banner.getByText(`You act for ${user.email}`).waitFor();
    expect(await page.getByRole('link', { name: 'Access tokens' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Make your first campaign' }).click();
    await page.getByLabel('Name').fill('By the operator');
    await page.getByLabel('Landing page').fill('https://shop.example/');
    await page.getByLabel('Budget in USD').fill('24');
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByRole('heading', { name: 'By the operator' }).waitFor();
    await expectAccessible(page);
    await photograph(page, 'acting');
    await page.setViewportSize({ width: 360, height: 800 });
    await expectFits(page);
    await photograph(page, 'acting-360');
    await banner.getByRole('button', { name: 'Stop acting' }).click();
    await page.getByRole('heading', { name: user.email! }).waitFor();
    await page.getByRole('row').getByText('Made the campaign').first().waitFor();
    await page
      .locator('.audit-who', { hasText: `for ${user.email}` })
      .first()
      .waitFor();
    expect(await banner.count()).toBe(0);
    expect(offences).toEqual([]);
  });

  it('decides on withdrawals, tries a payee again, and looks at reports', async () => {
    const { id: accountId } = await anAccount(app, ['publisher']);
    const [good, bad] = [
      await askToWithdraw(app.ctx, accountId),
      await askToWithdraw(app.ctx, accountId),
    ];
    const { id: heldId } = await anAccount(app, ['publisher']);
    const held = await askToWithdraw(app.ctx, heldId);
    await holdPayments(app.ctx, { accountId: heldId, reason: 'tax papers' });
    const paymentId = await returnPayment(app.ctx, accountId);
    await app.ctx.payees.change(accountId, { refusal: 'no such account' });
    const { creatives } = await createActiveCampaign(app.ctx);
    await reportCreative(app.ctx, creatives[0]!);
    const { page, offences } = await open('/settlement');
    await page.getByRole('button', { name: `Approve ${good}` }).click();
    await page.getByRole('button', { name: `Approve ${good}` }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: `Reject ${bad}` }).click();
    await page.getByLabel('Reason').fill('Papers are missing');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Papers are missing').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: `Approve ${held}` }).click();
    await page.getByText('held by the operator: tax papers').waitFor();
    expect(await page.getByRole('button', { name: `Approve ${held}` }).count()).toBe(0);
    await page.getByRole('button', { name: `Reject ${held}` }).click();
    await page.getByLabel('Reason').fill('None came');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('No withdrawal waits.').waitFor();
    const stepOf = async (id: string) => (await app.ctx.withdrawals.findById(id))?.step;
    expect([await stepOf(good), await stepOf(bad), await stepOf(held)]).toEqual([
      'approved',
      'rejected',
      'rejected',
    ]);
    await page.getByRole('button', { name: `Try again: ${paymentId}` }).click();
    await page.getByText('paid again with the next turn').waitFor();
    expect((await app.ctx.payees.listByIds([accountId])).get(accountId)!.refusal).toBeNull();
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByText('It <b>promises</b> what it is not').waitFor();
    await page.getByRole('button', { name: `Reject ${creatives[0]!.name}` }).click();
    await page.getByLabel('Reason').fill('It misleads');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('The creative is not shown any more.').waitFor();
    expect((await app.ctx.creatives.findById(creatives[0]!.id))?.status).toBe('rejected');
    expect(offences).toEqual([]);
  });

  it('finds no fault in a reported creative that it sees, and reads of it in the audit log', async () => {
    const { creatives, campaign } = await createActiveCampaign(app.ctx);
    const { id, name } = creatives[0]!;
    await reportCreative(app.ctx, creatives[0]!);
    const { page, offences } = await open('/reports');
    const card = page.getByRole('listitem').filter({ has: page.getByRole('img', { name }) });
    await card.getByText('misleading: 1 report', { exact: true }).waitFor();
    await eventually(async () => {
      expect(await page.evaluate("document.querySelector('.review img').naturalWidth > 0")).toBe(
        true,
      );
    }, 60_000);
    const landing = card.getByRole('link', { name: campaign.landingUrl });
    expect(await landing.getAttribute('rel')).toBe('noreferrer');
    await card.getByText('Sites where seen').click();
    await card.getByText('Nowhere.').waitFor();
    await expectAccessible(page);
    await photograph(page, 'reports');
    await page.setViewportSize({ width: 360, height: 800 });
    await expectFits(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await card.getByRole('button', { name: `No fault found: ${name}` }).click();
    await page.getByText('The reports are closed.').waitFor();
    await page.getByText('No report is like that.').waitFor();
    expect((await app.ctx.creatives.findById(id))?.status).toBe('active');
    await page.getByLabel('Status').selectOption('closed');
    await card.getByText('no fault found').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('row').getByText('Closed reports of the ad').first().waitFor();
    await page.getByText('finding: no fault found').first().waitFor();
    expect(offences).toEqual([]);
  });

  it('approves a creative that waits', async () => {
    const { creatives } = await createActiveCampaign(app.ctx);
    const { id, name } = creatives[0]!;
    await app.ctx.creatives.models[0]!.updateOne({ _id: id }, { review: 'waiting' });
    const { page, offences } = await open('/creatives?status=waiting');
    await expectAccessible(page);
    await page.getByRole('button', { name: `Approve ${name}` }).click();
    await page.getByText('No creative is like that.').waitFor();
    expect(await app.ctx.creatives.findById(id)).toMatchObject({ review: null });
    expect(offences).toEqual([]);
  });

  it('sees on the overview how many creatives nobody has looked at, and approves them at once', async () => {
    await app.ctx.creatives.models[0]!.updateMany({}, { isUnreviewed: false });
    const made = await Promise.all([1, 2].map(() => createActiveCampaign(app.ctx)));
    const { page, offences } = await open('/overview');
    const tile = page.locator('.tile').filter({ hasText: 'Creatives to look at' });
    await tile.getByText('2', { exact: true }).waitFor();
    await tile.getByRole('link', { name: 'Creatives' }).click();
    const queue = page.getByRole('button', { name: 'Approve 2 creatives' });
    await queue.waitFor();
    await expectAccessible(page);
    await queue.click();
    await page.getByText('No creative is like that.').waitFor();
    await Promise.all(
      made.map(async ({ creatives }) => {
        const { id } = creatives[0]!;
        expect(await app.ctx.creatives.findById(id)).toMatchObject({ isUnreviewed: false });
      }),
    );
    expect(offences).toEqual([]);
  });

  it('registers an application, whose secret is shown once, and deletes it', async () => {
    const advertiser = await anAccount(app);
    const { page, offences } = await open('/clients');
    await page.getByLabel('Name').fill('Reports <b>x</b>');
    await page.getByLabel('See your campaigns and creatives').check();
    const owner = page.getByLabel('Owner');
    const register = page.getByRole('button', { name: 'Register' });
    await owner.fill('nobody@nowhere.example');
    await page.getByText('Nobody is like that').waitFor();
    expect(await register.isDisabled()).toBe(true);
    // The button waits until the account is known.
    await owner.fill(String(advertiser.email));
    await register.click();
    const shown = await page.getByTestId('client').innerText();
    const { id = '', secret = '' } = /client_id=(?<id>\S+)\s+client_secret=(?<secret>\S+)/.exec(
      shown,
    )!.groups!;
    // Beside the dialog: a press that misses it does not lose the secret.
    await page.mouse.click(5, 5);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page
      .getByRole('row')
      .getByRole('link', { name: String(advertiser.email) })
      .waitFor();
    // It asks first: the one before is worthless at once.
    await page.getByRole('button', { name: 'New secret for Reports <b>x</b>' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    const ask = () => askToken(app, { id, secret }, { grant_type: 'client_credentials' });
    expect((await ask()).status).toBe(200);
    await page.getByRole('button', { name: 'Delete Reports <b>x</b>' }).click();
    await page.getByRole('button', { name: 'Delete client' }).click();
    await page.getByText('No clients yet').waitFor();
    expect((await ask()).status).toBe(401);
    expect(offences).toEqual([]);
  });

  it('sees why turns of settlement fail, since when, and what to do', async () => {
    const text = 'get_me: <b>nobody</b> answers';
    const since = new Date('2026-03-02T10:00:00Z');
    await app.ctx.settlements.set({
      failure: { kind: 'ledger', text, since },
      undecided: { text: 'payments of msid 83 are undecided', since },
      problem: 'the account that pays has too little',
    });
    const { page, offences } = await open('/settlement');
    const alert = page.getByRole('alert').filter({ hasText: 'Payments fail: the ledger' });
    await alert.getByText(text).waitFor();
    await alert.getByText('Look at the wallet, the relay and the node').waitFor();
    const shown = await alert.locator('time').getAttribute('datetime');
    expect(new Date(shown ?? '')).toEqual(since);
    await page.getByText('payments of msid 83 are undecided').waitFor();
    await page.getByText('the account that pays has too little').waitFor();
    expect(offences).toEqual([]);
    await app.ctx.settlements.set({ failure: null, undecided: null, problem: null });
  });

  it('pauses payments, sees why, and lets them go on; runs a job', async () => {
    const { page, offences } = await open('/settlement');
    await page.getByRole('button', { name: 'Pause payments' }).click();
    await page.getByLabel('Reason').fill('The ledger is upgraded');
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await page.getByText('The ledger is upgraded').first().waitFor();
    await page.getByRole('button', { name: 'Resume payments' }).click();
    await page.getByRole('button', { name: 'Pause payments' }).waitFor();
    expect((await app.ctx.settlements.get()).pausedReason).toBeNull();
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('button', { name: 'Run now: remove-unused-contents' }).click();
    await page.getByText('The job has run.').waitFor();
    expect(offences).toEqual([]);
  });
});
