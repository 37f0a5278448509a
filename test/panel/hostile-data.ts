import { gzipSync } from 'node:zlib';
import { conversionResource } from '../../src/demand/conversions/conversion.resource';
import { getTaxonomyDocument, importTaxonomy } from '../../src/demand/taxonomy/taxonomy.service';
import { demoId } from '../../src/insight/demo-page/demo-site';
import { getOrCreatePlacement } from '../../src/supply/placements/placement.service';
import { isRecord } from '../../src/record';
import { exampleOf } from '../../src/platform/resources/resource';
import { demoCampaigns } from '../../src/start/demo/campaigns';
import type { TestApp } from '../support/app';
import { aDeposit } from '../support/money-access';
import { aPeer } from '../support/peer-access';
import type { People } from './people';
import { anAccount } from './support';

/** Stands in each hostile text, and in nothing else. */
export const hostileMark = 'onerror=';
/** Markup that runs a script where a page takes it for markup, and what templates fill in. */
export const hostileText = `"'><img src="//attacker.example/x" onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>{{7*7}}`;
/** An address that runs a script where a page leads to it. */
export const hostileUrl = `javascript:globalThis.hacked=1//${hostileMark}`;

/** Where the OAuth client may lead back to. */
export const callbackUrl = 'http://127.0.0.1/callback';

/** Texts that strangers write, of documents that are there, by collection. */
const members: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  auditEntries: {
    systemUser: hostileText,
    objectName: hostileText,
    members: [
      { name: hostileText, value: hostileText, before: hostileText },
      { name: 'name', value: hostileText, before: hostileText },
    ],
  },
  bidStrategies: { name: hostileText },
  campaigns: {
    ...{ name: hostileText, note: hostileText, behalf: hostileText, paid: hostileText },
    ...{ suspendedReason: hostileText },
    ...{ landingUrl: hostileUrl, schedule: null },
    'targeting.requires.site.domain': [hostileText],
  },
  clients: { name: hostileText, redirectUris: [hostileUrl, callbackUrl] },
  creativeReports: { comments: [hostileText] },
  creatives: {
    name: hostileText,
    alt: hostileText,
    rejectionReason: hostileText,
    impressionPixels: [`https://pixel.example/${hostileText}`],
  },
  jobs: { lastMessage: hostileText },
  journalEntries: { memo: hostileText },
  payments: { reason: hostileText },
  peerReceipts: { problem: hostileText },
  peers: {
    ...{ problem: hostileText, url: hostileUrl },
    ...{ 'info.name': hostileText, 'info.version': hostileText, 'info.serverUrl': hostileUrl },
  },
  personalTokens: { name: hostileText },
  refusedDomains: { reason: hostileText },
  transferOrders: { reason: hostileText },
  sites: {
    ...{ name: hostileText },
    filtering: { requires: { [hostileText]: [hostileText] }, excludes: {} },
  },
  webhooks: {
    ...{ url: `https://hooks.example/${hostileText}`, disabledReason: hostileText },
  },
  withdrawals: { reason: hostileText },
};

const campaignId = demoId(`campaign ${demoCampaigns[0]!.slug}`);

/** Fills what strangers can write. Straight into the database: what the inputs refuse may have come in by another way. */
export async function writeHostileTexts(app: TestApp, people: People): Promise<void> {
  await addDocuments(app, people);
  await addAnsweredMessage(app, people.advertiser.id);
  await importHostileTaxonomy(app);
  for (const [name, texts] of Object.entries(members)) {
    const collection = collectionOf(app, name);
    for (const { _id } of await collection.find({}).toArray()) {
      const unique = Object.entries(texts).map(([path, text]) => [
        path,
        path === 'name' ? `${String(text)}${_id}` : text,
      ]);
      await collection.updateOne({ _id }, { $set: Object.fromEntries(unique) });
    }
  }
}

const collectionOf = ({ ctx }: TestApp, name: string) =>
  ctx.campaigns.models[0]!.db.collection<{ readonly _id: string }>(name);

/** Adds documents for pages that would have nothing to show. */
async function addDocuments(app: TestApp, people: People): Promise<void> {
  for (const { id } of Object.values(people)) await addHostileSession(app, id);
  const { ctx } = app;
  const add = (name: string, document: { readonly _id: string }) =>
    collectionOf(app, name).insertOne(document);
  const now = new Date();
  const [creative] = await ctx.creatives.listActiveByCampaigns([campaignId]);
  const advertiserId = people.advertiser.id;
  await add('bidStrategies', {
    ...{ _id: 'b'.repeat(32), advertiserId, name: '', medium: 'web', vendor: null },
    ...{ createdAt: now, updatedAt: now },
  });
  await add('classifications', {
    ...{ _id: 'a', creativeId: creative!.id, campaignId, classifier: hostileText },
    ...{ status: 'approved', keywords: { [hostileText]: [hostileText] }, decidedAt: now },
  });
  const { id, createdAt, updatedAt, ...conversion } = exampleOf(conversionResource);
  await add('conversions', {
    ...{ ...conversion, _id: 'c'.repeat(32), campaignId, advertiserId },
    ...{ name: hostileText, eventType: hostileText, lastRefusal: hostileText, lastRefusedAt: now },
    ...{ createdAt: now, updatedAt: now },
  });
  await add('transferOrders', {
    ...{ _id: 'd'.repeat(32), recipient: aPeer().address, amount: 1n, message: '', reason: null },
    ...{ book: 'peers:joining', state: 'returned', orderedAt: now, endedAt: now },
    ...{ transactionId: '0001:00000007:0001' },
  });
  // Beside those of the demo.
  const site = (await ctx.sites.findById(demoId('site')))!;
  const box = { width: 728, height: 90 };
  await getOrCreatePlacement(ctx, { id: 'f'.repeat(32), site, name: hostileText, ...box });
  // The place that has figures: tables of figures tell its name.
  await collectionOf(app, 'placements').updateOne(
    { _id: demoId('placement Rectangle') },
    { $set: { name: hostileText } },
  );
  const [client] = await ctx.clients.list();
  await add('authorizations', {
    ...{ _id: 'd'.repeat(32), accountId: advertiserId, clientId: client!.id },
    ...{ scopes: ['campaign.read'], revokedAt: null, expiresAt: new Date('2100-01-01') },
    ...{ createdAt: now, updatedAt: now },
  });
  await ctx.inTransaction((session) => ctx.deposits.insert(aDeposit('e'.repeat(32)), session));
  const suspended = await anAccount(app);
  await collectionOf(app, 'accounts').updateOne(
    { _id: suspended.id },
    { $set: { suspendedReason: hostileText, name: hostileText, company: hostileText } },
  );
  const accountId = people.newPublisher.id;
  await ctx.payees.change(accountId, { heldReason: hostileText, dueSince: now, unpaidSince: now });
  const trouble = { text: hostileText, since: now };
  await ctx.settlements.set({
    ...{ pausedReason: hostileText, pausedAt: now, problem: hostileText, problemAt: now },
    ...{ undecided: trouble, failure: { ...trouble, kind: 'ledger' } },
  });
}

/** A session that a program with a hostile name has opened. */
async function addHostileSession({ ctx }: TestApp, accountId: string): Promise<void> {
  const createdAt = new Date(0);
  await ctx.sessions.insert(`${accountId}${'0'.repeat(32)}`, {
    ...{ accountId, kind: 'apiToken', createdAt, expiresAt: new Date('2100-01-01') },
    ...{ userAgent: hostileText, network: hostileText },
  });
}

/** The id of a message that a webhook has answered. */
export const answeredMessageId = `msg_${'1'.repeat(32)}`;

async function addAnsweredMessage(app: TestApp, accountId: string): Promise<void> {
  const now = new Date();
  const [webhook] = await app.ctx.webhooks.listEnabledOf([accountId]);
  const message = {
    ...{ _id: answeredMessageId, webhookId: webhook!.id, accountId, kind: 'campaign.budget_used' },
    ...{ count: 1, state: 'dead', nextAttemptAt: null, retryUntil: now, createdAt: now },
    attempts: [{ at: now, status: 500, excerpt: hostileText, problem: hostileText }],
    body: gzipSync(JSON.stringify({ [hostileText]: hostileText })),
    ...{ expiresAt: new Date('2100-01-01'), deletedAt: null },
  };
  await collectionOf(app, 'webhookMessages').insertOne(message);
}

/** Gives everything that a taxonomy has a label for a hostile one. */
async function importHostileTaxonomy({ ctx }: TestApp): Promise<void> {
  const { text } = getTaxonomyDocument(ctx);
  const relabel = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(relabel);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        name === 'label' ? hostileText : relabel(member),
      ]),
    );
  };
  await importTaxonomy(ctx, { text: JSON.stringify(relabel(JSON.parse(text))), isForced: false });
}

/** Texts of the server itself, members of closed sets, and what is read to a form that has no markup. */
export const ownTexts: ReadonlySet<string> = new Set(
  `
  Account.depositAddress Account.depositCode Account.email Account.payoutAddress Account.provenAddresses
  Acting.operatorEmail AddressClaim.address AddressClaim.code AllowedApplication.scopes
  AuditEntry.actingForEmail AuditEntry.actorEmail AuditEntry.errorCode
  AuditEntry.network AuditEntry.objectKind AuditEntry.operation AuditLogPageInfo.endCursor AwaitedDeposit.sender AwaitedDeposit.transactionId
  BidStrategy.medium BidStrategy.vendor Campaign.conversionClickLink Campaign.landingCode Campaign.medium
  Campaign.schedule Campaign.secret Campaign.testLandingUrl Campaign.timeZone Campaign.vendor
  Campaign.bidModifiers Campaign.category Campaign.excludedPeers Campaign.frequencyCaps CampaignServing.narrowestFeature Client.ownerEmail Client.scopes Conversion.code Conversion.link Creative.frequencyCaps Creative.mime Creative.scope
  Creative.url Deposit.sender Deposit.transactionId FindFeatureCount.feature Format.mimes Format.scopes
  GatewayHealth.ledgerAddress JobHealth.name JoiningFee.transactionId JobPiece.holder JobPiece.piece JournalPageInfo.endCursor Medium.name
  PageInfo.endCursor Payment.address Payment.transactionId Peer.address Peer.obstacle PeerReceipt.peer PeerReceipt.transactionId PeerReceiptLine.caseId PeerReceiptLine.eventId PersonalAccessToken.scopes
  Placement.embedCode Placement.popScope RefusedDomain.domain ReportedCreative.mime ReportedCreative.scope ReportedCreative.url ReportedSite.host SamplePage.medium SamplePage.url SamplePageBox.size Scope.description
  Scope.name SecondFactorSetUp.secret SecondFactorSetUp.uri Settlement.ledgerAddress Site.adsTxtLine Site.categories
  Site.blockedCategories Site.blockedDomains Site.host Site.medium Site.minimumRpms Site.primaryLanguage Site.timeZone Site.vendor SiteCreative.category SiteCreative.mime SiteCreative.pixelHosts SiteCreative.scope
  SiteCreative.url SiteCreativePageInfo.endCursor
  TargetingOption.name TaxonomyDocument.name TaxonomyDocument.version Vendor.name WaitingEarnings.address
  Unpaid.message Withdrawal.address WithdrawalQuote.address
  `
    .trim()
    .split(/\s+/),
);
