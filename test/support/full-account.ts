import type { ServiceContext } from '../../src/api/context';
import { campaignResource } from '../../src/demand/campaigns/campaign.resource';
import { conversionResource } from '../../src/demand/conversions/conversion.resource';
import { creativeResource } from '../../src/demand/creatives/creative.resource';
import { earningsOf, fundsOf } from '../../src/money/books/book';
import { emptyCell } from '../../src/insight/statistics/roll-ups/cell';
import { encodeSections } from '../../src/insight/statistics/roll-ups/encode-sections';
import { type FamilyName, rollUpIdOf } from '../../src/insight/statistics/roll-ups/roll-up';
import { exampleOf, type Resource } from '../../src/platform/resources/resource';
import { placementResource } from '../../src/supply/placements/placement.resource';
import { siteResource } from '../../src/supply/sites/site.resource';
import { anEvent } from './events';

const count = 1_000;
/** Of what is listed in one way only. */
const few = 300;
const idOf = (number: number, kind = '') => `${kind}${number.toString(16)}`.padStart(32, '0');
/** The first of each kind. */
export const firstId = idOf(0);

interface Store {
  readonly models: readonly { insertMany(documents: never): Promise<unknown> }[];
}

/** Inserts documents at once: the stores' own methods would take minutes. */
const insert = ({ models }: Store, documents: readonly object[]) =>
  // Each document is as its store has it.
  models[0]!.insertMany(documents as never);
const times = <Item>(length: number, make: (at: number) => Item): readonly Item[] =>
  Array.from({ length }, (_value, at) => make(at));

/** A document of a resource; its model says when it was made. */
function aDocument(resource: Resource, id: string): object {
  const { createdAt, updatedAt, ...members } = exampleOf(resource);
  return { ...members, _id: id };
}

/**
 * Fills an account: as many campaigns and sites as a page has, some with as many creatives and conversions as one may
 * have, events and bookings of the first, and some of all else that is listed.
 */
export async function fillAccount(ctx: ServiceContext, ownerId: string): Promise<void> {
  await fillDemand(ctx, ownerId);
  await fillSupply(ctx, ownerId);
  await fillMoney(ctx, ownerId);
  await fillInsight(ctx, ownerId);
}

async function fillDemand(
  { campaigns, creatives, conversions }: ServiceContext,
  ownerId: string,
): Promise<void> {
  const all = times(count, (at) => ({
    ...aDocument(campaignResource, idOf(at)),
    advertiserId: ownerId,
    name: `Campaign ${at}`,
    sequence: at + 1,
    status: 'inactive',
    targeting: { requires: { user: { country: ['de', 'fr'] } }, excludes: {} },
    hasTargetingLevels: true,
    secret: 'x'.repeat(22),
    conversionClick: 'basic',
    bidStrategyId: firstId,
  }));
  await insert(campaigns, all);
  const ofFew = times(30 * 100, (number) => ({
    campaignId: idOf(Math.floor(number / 100)),
    advertiserId: ownerId,
    number,
  }));
  await insert(
    creatives,
    ofFew.map(({ number, ...owner }) => ({
      ...aDocument(creativeResource, idOf(number, 'c')),
      ...owner,
      status: 'active',
      mime: 'image/png',
      scope: '300x250',
      hash: 'a'.repeat(40),
      contentId: 'b'.repeat(64),
      insertionId: '',
      byteLength: 5_000,
      keywords: { 'x:category': ['crypto', 'news'] },
    })),
  );
  await insert(
    conversions,
    ofFew.map(({ number, ...owner }) => ({
      ...aDocument(conversionResource, idOf(number)),
      ...owner,
    })),
  );
}

async function fillSupply(
  { sites, placements, creativeReports }: ServiceContext,
  ownerId: string,
): Promise<void> {
  const now = new Date();
  await insert(
    sites,
    times(count, (at) => ({
      ...aDocument(siteResource, idOf(at)),
      publisherId: ownerId,
      host: `site${at}.example`,
      acceptedCreativeIds: times(20, () => idOf(at)),
    })),
  );
  await insert(
    placements,
    times(few, (at) => ({
      ...aDocument(placementResource, idOf(at)),
      siteId: firstId,
      publisherId: ownerId,
      name: `Top ${at}`,
      size: '300x250x0',
      width: 300,
      height: 250,
    })),
  );
  await insert(
    creativeReports,
    times(few, (at) => ({
      _id: `${idOf(at, 'c')}-malware`,
      creativeId: idOf(at, 'c'),
      campaignId: firstId,
      advertiserId: ownerId,
      reason: 'malware',
      count: 1,
      firstReportedAt: now,
      lastReportedAt: now,
      lastSiteId: firstId,
      comments: [],
    })),
  );
}

/** Events of the first campaign, what was booked of them, and what came and went. */
async function fillMoney(ctx: ServiceContext, ownerId: string): Promise<void> {
  const { books, inTransaction, events, payments, deposits, withdrawals } = ctx;
  const now = new Date();
  const [campaignId, publisherId] = [firstId, 'e'.repeat(32)];
  const judged = { status: 'accepted', reason: null, price: 10n ** 9n, rate: 10n ** 9n };
  const amounts = { charge: 10n ** 11n, demandFee: 0n, supplyFee: 0n, revenue: 10n ** 11n };
  const verdict = { ...judged, ...amounts, judgedAt: now, entryId: null, batch: 1 };
  const ofCampaign = times(6 * count, () => {
    const { id, ...event } = anEvent({ campaignId, advertiserId: ownerId });
    return { _id: id, ...event, verdict };
  });
  await insert(events, ofCampaign);
  const lines = [
    { book: fundsOf(ownerId), amount: -5n, campaignId, hour: now },
    { book: earningsOf(publisherId), amount: 5n, siteId: campaignId, campaignId, hour: now },
  ];
  const entries = times(count, (at) => {
    return { id: `charge:${at}`, kind: 'charge', at: now, lines, memo: null } as const;
  });
  await inTransaction((session) => books.post(entries, session));
  const listed = { accountId: ownerId, createdAt: now, deletedAt: null, amount: 10n ** 11n };
  const address = '0001-00000000-9B6F';
  await insert(
    payments,
    times(few, (at) => ({ ...listed, _id: idOf(at), address, state: 'sent', kind: 'earnings' })),
  );
  await insert(
    deposits,
    times(few, (at) => ({ ...listed, _id: idOf(at), sender: address, sentAt: now })),
  );
  await insert(
    withdrawals,
    times(few, (at) => ({ ...listed, _id: idOf(at), address, step: 'paid', reference: idOf(at) })),
  );
}

/** Hours of the account and of its campaigns and sites, what is told about them, and who did what. */
async function fillInsight(ctx: ServiceContext, ownerId: string): Promise<void> {
  const { rollUps, webhooks, webhookMessages, auditEntries } = ctx;
  const now = new Date();
  const cell = emptyCell();
  cell.counts.views = 1;
  const hour = Math.floor(now.getTime() / 3_600_000);
  const rollUp = (family: FamilyName, owner: string, ago: number, sections: object) => {
    const key = { family, ownerId: owner, hour: hour - ago };
    return { ...key, _id: rollUpIdOf(key), sections };
  };
  const section = (name: string, row: string) =>
    encodeSections({
      ...{ family: 'all', ownerId: '', hour: 0 },
      sections: new Map([[name, new Map([[row, [cell, null, null, null]]])]]),
    })!;
  await insert(rollUps, [
    ...times(few, (ago) => rollUp('advertiser', ownerId, ago, section('total', ''))),
    ...times(few, (ago) => rollUp('publisher', ownerId, ago, section('total', ''))),
    ...times(5 * count, (at) =>
      rollUp(
        'campaign',
        idOf(at % count),
        Math.floor(at / count),
        section('audience', 'desktop firefox de'),
      ),
    ),
  ]);
  await insert(
    webhooks,
    times(20, (at) => ({
      _id: idOf(at),
      accountId: ownerId,
      url: 'https://shop.example/hook',
      kinds: ['payment.sent'],
      secret: 'whsec_x',
      isEnabled: true,
      failures: 0,
    })),
  );
  await insert(
    webhookMessages,
    times(few, (at) => ({
      _id: idOf(at),
      webhookId: firstId,
      accountId: ownerId,
      kind: 'payment.sent',
      count: 1,
      state: 'delivered',
      attempts: [],
      body: Buffer.alloc(1_000),
      createdAt: now,
      deletedAt: null,
    })),
  );
  await insert(
    auditEntries,
    times(few, (at) => ({
      _id: idOf(at),
      at: now,
      accountId: ownerId,
      credential: 'session',
      network: '192.0.2.0/24',
      operation: 'updateCampaign',
      members: [],
      outcome: 'succeeded',
      party: ownerId,
      readerIds: [ownerId],
    })),
  );
}
