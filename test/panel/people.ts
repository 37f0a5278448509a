import type { Account } from '../../src/identity/accounts/account';
import { createClient } from '../../src/identity/oauth/clients/client.service';
import { createPersonalAccessToken } from '../../src/identity/oauth/tokens/personal-token.service';
import {
  listAllCreatives,
  rejectCreative,
} from '../../src/demand/creatives/creative-review.service';
import { createWebhook } from '../../src/insight/notifications/webhook.service';
import { demoId } from '../../src/insight/demo-page/demo-site';
import { createDemoData } from '../../src/start/demo-data';
import { demoCampaigns } from '../../src/start/demo/campaigns';
import { send, sendGraphql, type TestApp } from '../support/app';
import { refuseDomains } from '../../src/demand/refused-domains/refused-domain.service';
import { aPeer } from '../support/peer-access';
import { recordDemoFigures } from './demo-figures';
import {
  askToWithdraw,
  payReceipt,
  reportCreative,
  returnPayment,
  tellLines,
} from './operator-data';
import { anAccount, password } from './support';

/** Accounts that have something on their pages, and two that have nothing yet. */
export interface People {
  readonly newcomer: Account;
  readonly advertiser: Account;
  readonly publisher: Account;
  readonly newPublisher: Account;
  readonly operator: Account;
}

/** Fills a gateway: each page of the panel has something to show to somebody. */
export async function createPeople(app: TestApp): Promise<People> {
  await createDemoData(app.ctx);
  await recordDemoFigures(app.ctx);
  const people = {
    newcomer: await anAccount(app),
    newPublisher: await anAccount(app, ['publisher']),
    publisher: (await app.ctx.accounts.findById(demoId('publisher')))!,
    operator: await anAccount(app, ['operator']),
    advertiser: (await app.ctx.accounts.findById(demoId('advertiser')))!,
  };
  await prepareForOperator(app, people);
  await createPersonalAccessToken(app.ctx, {
    accountId: people.advertiser.id,
    name: 'Nightly report',
    scopes: ['campaign.read', 'campaign.write'],
  });
  await createWebhook(app.ctx, {
    accountId: people.advertiser.id,
    url: 'https://hooks.example/adgate/messages-of-the-nightly-report-for-the-shop',
    kinds: ['view.accepted', 'campaign.budget_used'],
  });
  return people;
}

const siteId = demoId('site');
const receiptId = demoId('receipt');
const campaignId = demoId(`campaign ${demoCampaigns[0]!.slug}`);

/** Something for an operator to look at. */
async function prepareForOperator(app: TestApp, { newcomer, newPublisher }: People): Promise<void> {
  const ownerId = demoId('advertiser');
  await createClient(app.ctx, {
    ...{ name: 'Reports', ownerId, scopes: ['campaign.read', 'statistics.read'] },
    redirectUris: ['https://reports.example/callback'],
  });
  const [creative] = await listAllCreatives(app.ctx, {}, { first: 1 });
  await reportCreative(app.ctx, creative!);
  await app.ctx.inTransaction((session) => app.ctx.peers.insert(aPeer(), session));
  await payReceipt(app.ctx, aPeer().address);
  await payReceipt(app.ctx, aPeer().address, {
    id: receiptId,
    transactionId: '0001:00000086:0001',
  });
  await tellLines(app.ctx, receiptId, [[{ caseId: 'c'.repeat(32), value: 10n ** 10n }]]);
  await refuseDomains(app.ctx, {
    ...{ kind: 'landing', domains: ['evil.example'], reason: 'malware', refusedById: null },
  });
  await askToWithdraw(app.ctx, newPublisher.id);
  await returnPayment(app.ctx, newPublisher.id);
  await rejectCreative(app.ctx, { id: creative!.id, reason: 'Its picture is misleading' });
  const { email } = newcomer;
  const { body } = await send(`${app.url}/auth/login`, { json: { email, password } });
  await sendGraphql(app, body.apiToken, `mutation { deleteCampaign(id: "${'1'.repeat(32)}") }`);
}

interface PageRow {
  readonly name: string;
  readonly path: string;
  readonly who: keyof People | null;
  /** Stands there when the page is complete. */
  readonly shows: string;
}

/** Pages with their accounts. A test asks for a row of each route of the panel. */
export const panelPages: readonly PageRow[] = [
  { name: 'landing', path: '/', who: null, shows: 'This is an ad server' },
  { name: 'log-in', path: '/auth/log-in', who: null, shows: 'Password' },
  {
    name: 'forgotten-password',
    path: '/auth/forgotten-password',
    who: null,
    shows: 'sends no mail',
  },
  {
    name: 'registration',
    path: '/auth/register-account',
    who: null,
    shows: 'Registration is closed',
  },
  { name: 'tokens', path: '/panel/tokens', who: 'advertiser', shows: 'campaign.write' },
  { name: 'webhooks', path: '/panel/webhooks', who: 'advertiser', shows: 'hooks.example' },
  { name: 'no-webhooks', path: '/panel/webhooks', who: 'newcomer', shows: 'New webhook' },
  { name: 'no-tokens', path: '/panel/tokens', who: 'newcomer', shows: 'No tokens yet' },
  {
    name: 'dashboard',
    path: '/panel/dashboard?range=30d',
    who: 'advertiser',
    shows: 'All campaigns',
  },
  { name: 'first-steps', path: '/panel/dashboard', who: 'newcomer', shows: 'Three steps' },
  { name: 'campaigns', path: '/panel/campaigns', who: 'advertiser', shows: 'open end' },
  { name: 'no-campaigns', path: '/panel/campaigns', who: 'newcomer', shows: 'No campaigns' },
  { name: 'creatives', path: '/panel/creatives', who: 'advertiser', shows: '300x250' },
  { name: 'no-creatives', path: '/panel/creatives', who: 'newcomer', shows: 'No ads yet' },
  {
    name: 'new-campaign',
    path: '/panel/campaigns/new',
    who: 'newcomer',
    shows: 'Landing page',
  },
  {
    name: 'campaign',
    path: `/panel/campaigns/${campaignId}`,
    who: 'advertiser',
    shows: 'A click counts',
  },
  {
    name: 'why-not-shown',
    path: `/panel/campaigns/${campaignId}/why`,
    who: 'advertiser',
    shows: 'The whole campaign',
  },
  {
    name: 'edit-campaign',
    path: `/panel/campaigns/${campaignId}/edit`,
    who: 'advertiser',
    shows: 'Who sees it',
  },
  { name: 'sites', path: '/panel/sites', who: 'publisher', shows: 'gazette.example' },
  { name: 'first-site', path: '/panel/sites', who: 'newPublisher', shows: 'Three steps' },
  {
    name: 'new-site',
    path: '/panel/sites/new',
    who: 'newPublisher',
    shows: 'What it is about',
  },
  { name: 'site', path: `/panel/sites/${siteId}`, who: 'publisher', shows: '728x90' },
  {
    name: 'edit-site',
    path: `/panel/sites/${siteId}/edit`,
    who: 'publisher',
    shows: 'What it is about',
  },
  {
    name: 'site-ads',
    path: `/panel/sites/${siteId}/ads`,
    who: 'publisher',
    shows: '300x250',
  },
  {
    name: 'payments',
    path: '/panel/payments',
    who: 'publisher',
    shows: 'Nothing has been paid',
  },
  {
    name: 'wallet',
    path: '/panel/wallet',
    who: 'advertiser',
    shows: 'Statement of',
  },
  {
    name: 'no-applications',
    path: '/panel/applications',
    who: 'newcomer',
    shows: 'No applications',
  },
  { name: 'settings', path: '/panel/settings', who: 'newcomer', shows: 'Change password' },
  { name: 'activity', path: '/panel/activity', who: 'newcomer', shows: 'Logged in' },
  { name: 'overview', path: '/panel/operator/overview', who: 'operator', shows: 'Your fees' },
  { name: 'users', path: '/panel/operator/users', who: 'operator', shows: 'advertiser@' },
  {
    name: 'user',
    path: `/panel/operator/users/${demoId('advertiser')}`,
    who: 'operator',
    shows: 'Set credit',
  },
  {
    name: 'review-creatives',
    path: '/panel/operator/creatives',
    who: 'operator',
    shows: '300x250',
  },
  {
    name: 'unreviewed-creatives',
    path: '/panel/operator/creatives?status=unreviewed',
    who: 'operator',
    shows: 'Approve',
  },
  {
    name: 'rejected-creatives',
    path: '/panel/operator/creatives?status=rejected',
    who: 'operator',
    shows: 'Restore',
  },
  { name: 'reports', path: '/panel/operator/reports', who: 'operator', shows: 'misleading' },
  {
    name: 'review-sites',
    path: '/panel/operator/sites?status=active',
    who: 'operator',
    shows: 'Kind',
  },
  {
    name: 'settlement',
    path: '/panel/operator/settlement',
    who: 'operator',
    shows: 'came back',
  },
  { name: 'taxonomy', path: '/panel/operator/taxonomy', who: 'operator', shows: '300x250' },
  { name: 'clients', path: '/panel/operator/clients', who: 'operator', shows: 'New secret' },
  { name: 'peers', path: '/panel/operator/peers', who: 'operator', shows: '0001-00000003-AB0C' },
  {
    name: 'peer-receipts',
    path: '/panel/operator/peer-receipts',
    who: 'operator',
    shows: 'waits to be explained',
  },
  {
    name: 'peer-receipt',
    path: `/panel/operator/peer-receipts/${receiptId}`,
    who: 'operator',
    shows: 'c'.repeat(32),
  },
  {
    name: 'refused-domains',
    path: '/panel/operator/refused-domains',
    who: 'operator',
    shows: 'evil.example',
  },
  { name: 'health', path: '/panel/operator/health', who: 'operator', shows: 'for sale' },
  { name: 'jobs', path: '/panel/operator/jobs', who: 'operator', shows: 'Run now' },
  { name: 'audit', path: '/panel/operator/audit', who: 'operator', shows: 'Deleted the campaign' },
  { name: 'back', path: '/panel/back', who: 'newcomer', shows: 'Close this tab' },
  { name: 'not-found', path: '/panel/nowhere', who: 'newcomer', shows: 'nothing here' },
];
