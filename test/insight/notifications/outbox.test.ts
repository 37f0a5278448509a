import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { suspendCampaigns } from '../../../src/demand/campaigns/campaign.service';
import { rejectCreative } from '../../../src/demand/creatives/creative-review.service';
import { type WebhookKind, webhookKinds } from '../../../src/insight/notifications/webhook-kind';
import { noticeOfPayment } from '../../../src/money/payments/batch/payment-notice';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { formatTime } from '../../../src/time';
import { anId } from '../../support/events';
import { eleven, type Market, minutesAfter, noon, usd } from '../../support/verifier';
import { convert } from '../../money/verification/past-visits';
import { type NotificationWorld, startNotificationWorld } from './notification-world';

interface Body {
  readonly type: string;
  readonly timestamp: string;
  readonly data: { readonly events?: readonly Record<string, unknown>[] } & Record<string, unknown>;
}

const validator = addFormats(new Ajv2020({ allErrors: true, strictRequired: false }));
const schema = JSON.parse(readFileSync('docs/webhook.schema.json', 'utf8')) as object;
const validate = validator.compile(schema);

let world: NotificationWorld;
beforeAll(async () => {
  world = await startNotificationWorld();
});

async function addMarket(...params: Parameters<NotificationWorld['addMarket']>): Promise<Market> {
  world.clock.now = eleven;
  const market = await world.addMarket(...params);
  world.clock.now = noon;
  return market;
}

/** Collects the messages to a new webhook of an account, after something has happened. */
async function told(
  accountId: string,
  kinds: readonly WebhookKind[],
  happen: () => Promise<unknown>,
): Promise<readonly Body[]> {
  const { receiver } = await world.addWebhook(accountId, kinds);
  await happen();
  await world.deliver();
  const bodies = receiver.messages.map(({ text }) => JSON.parse(text) as Body);
  for (const body of bodies) expect([validate(body), validate.errors]).toEqual([true, null]);
  return bodies;
}

describe('an advertiser’s webhook', () => {
  it('is told of views and clicks with their prices, or why they are not paid', async () => {
    const market = await addMarket();
    const kinds = ['view.accepted', 'view.rejected', 'click.accepted', 'click.rejected'] as const;
    const bodies = await told(market.advertiserId, kinds, async () => {
      const [view] = await world.store(market, {}, { invalidTraffic: 'bot' });
      const { caseId, offerId } = view!;
      await world.store(market, { kind: 'click', caseId, offerId, price: usd(2) });
      await verifyAllDue(world.ctx);
    });
    expect(Object.fromEntries(bodies.map(({ type, data }) => [type, data.events]))).toMatchObject({
      'view.accepted': [{ reason: null, price: '0.01', charge: '0.5' }],
      'view.rejected': [{ reason: 'bot', price: '0', charge: '0' }],
      'click.accepted': [{ reason: null, price: '0.02', charge: '1' }],
    });
  });

  it('gets 500 events in a message, and each of them once', async () => {
    const market = await addMarket();
    const bodies = await told(market.advertiserId, ['view.accepted'], async () => {
      await world.store(market, ...Array.from({ length: 1_201 }, () => ({ price: 1n })));
      await verifyAllDue(world.ctx);
    });
    const events = bodies.map(({ data }) => data.events!);
    expect(events.map(({ length }) => length)).toEqual([500, 500, 201]);
    expect(new Set(events.flat().map(({ id }) => id)).size).toBe(1_201);
  });

  it('is told of two verdicts of an event in messages of which the later one holds', async () => {
    const { advertiserId: accountId, campaignId } = await addMarket();
    const judged = (kind: WebhookKind, id: string, second: number) => {
      const at = new Date(noon.getTime() + second * 1_000);
      const data = { id, caseId: id, campaignId, creativeId: id, siteId: id, reason: null };
      const times = { offeredAt: formatTime(noon), occurredAt: formatTime(noon) };
      const money = { price: '0', charge: '0' };
      return { kind, accountId, campaignId, at, data: { ...data, ...times, ...money } };
    };
    const [event, other] = [anId(), anId()];
    const notices = [
      judged('view.rejected', other, 1),
      judged('view.accepted', event, 2),
      judged('view.rejected', event, 3),
    ];
    const bodies = await told(accountId, ['view.accepted', 'view.rejected'], async () => {
      for (const notice of notices)
        await world.ctx.inTransaction((session) => world.ctx.notices.put([notice], session));
    });
    const ofEvent = bodies.filter(({ data }) => data.events?.some(({ id }) => id === event));
    const last = ofEvent.toSorted((one, next) => (one.timestamp < next.timestamp ? -1 : 1)).at(-1);
    expect([bodies.length, ofEvent.length, last?.type]).toEqual([3, 2, 'view.rejected']);
  });

  it('is told once an hour that a budget is used up', async () => {
    const market = await addMarket({ campaign: { hourlyBudget: usd(3) } });
    const { advertiserId, campaignId } = market;
    const bodies = await told(advertiserId, ['campaign.budget_used'], async () => {
      for (const minute of [1, 2, 3, 4, 5]) {
        world.clock.now = minutesAfter(noon, minute);
        await world.store(market, {});
        await verifyAllDue(world.ctx);
      }
    });
    expect(bodies).toMatchObject([
      {
        data: {
          ...{ campaignId, period: 'hour', budget: '0.03' },
          ...{ hour: '2026-05-01T12:00:00+00:00', hourlyBudget: '0.03' },
        },
      },
    ]);
  });

  it.each([
    ['dailyBudget', 'day', { day: '2026-04-30T22:00:00+00:00' }],
    ['totalBudget', 'total', {}],
  ] as const)('is told once of each %s that is used up', async (member, period, about) => {
    const campaign = { timeZone: 'Europe/Warsaw', [member]: usd(3) };
    const market = await addMarket({ campaign });
    const { advertiserId, campaignId: id } = market;
    const seen = async (...minutes: readonly number[]) => {
      for (const minute of minutes) {
        world.clock.now = minutesAfter(noon, minute);
        await world.store(market, { exp: 1_800 });
        await verifyAllDue(world.ctx);
      }
    };
    const bodies = await told(advertiserId, ['campaign.budget_used'], async () => {
      await seen(1, 2, 3, 4, 5);
      for (const [minute, cents] of [
        [10, 5],
        [20, 4],
      ] as const) {
        world.clock.now = minutesAfter(noon, minute);
        await world.ctx.campaigns.update({ id, advertiserId }, { [member]: usd(cents) });
        await seen(minute + 5, minute + 6, minute + 7);
      }
    });
    const used = { campaignId: id, period, ...about };
    expect(bodies.map(({ data }) => data)).toEqual([
      { ...used, budget: '0.03' },
      { ...used, budget: '0.05' },
    ]);
  });

  it('is told of each day anew, and of the total once', async () => {
    const campaign = { dailyBudget: usd(2), totalBudget: usd(4) };
    const market = await addMarket({ campaign });
    const bodies = await told(market.advertiserId, ['campaign.budget_used'], async () => {
      for (const minute of [1, 2, 3, 721, 722, 723]) {
        world.clock.now = minutesAfter(noon, minute);
        await world.ctx.rateStore.put({
          ...{ from: world.clock.now, rate: usd(2), setAt: noon, source: 'operator' },
        });
        await world.store(market, { exp: 1_800 });
        await verifyAllDue(world.ctx);
      }
    });
    // Those of one verdict come in any order.
    const periods = bodies.map(({ data: { period, day } }) => ({ period, day }));
    expect(periods).toHaveLength(3);
    expect(new Set(periods)).toEqual(
      new Set([
        { period: 'day', day: '2026-05-01T00:00:00+00:00' },
        { period: 'total', day: undefined },
        { period: 'day', day: '2026-05-02T00:00:00+00:00' },
      ]),
    );
  });

  it('is told that conversions have used up a total', async () => {
    const market = await addMarket({ campaign: { totalBudget: usd(5) } });
    const { campaignId, advertiserId } = market;
    const bodies = await told(advertiserId, ['campaign.budget_used'], async () => {
      const [view] = await world.store(market, {});
      await verifyAllDue(world.ctx);
      await convert(world, market, view!, 4);
      await verifyAllDue(world.ctx);
    });
    expect(bodies).toMatchObject([{ data: { campaignId, period: 'total', budget: '0.05' } }]);
  });

  it('is told that conversions have used up an hour', async () => {
    const market = await addMarket({ campaign: { hourlyBudget: usd(5) } });
    const { campaignId, advertiserId } = market;
    const bodies = await told(advertiserId, ['campaign.budget_used'], async () => {
      const [view] = await world.store(market, {});
      await verifyAllDue(world.ctx);
      for (const cents of [4, 4]) await convert(world, market, view!, cents);
      await verifyAllDue(world.ctx);
    });
    expect(bodies).toMatchObject([
      {
        data: {
          ...{ campaignId, period: 'hour', budget: '0.05' },
          ...{ hour: '2026-05-01T12:00:00+00:00', hourlyBudget: '0.05' },
        },
      },
    ]);
  });

  it('of a former version says of its hour what it said', () => {
    const data = { campaignId: anId(), hour: '2026-05-01T12:00:00+00:00', hourlyBudget: '0.03' };
    const body = { type: 'campaign.budget_used', timestamp: '2026-05-01T12:00:00+00:00', data };
    expect([validate(body), validate.errors]).toEqual([true, null]);
    expect(validate({ ...body, data: { campaignId: data.campaignId, period: 'day' } })).toBe(false);
  });

  it('is told of a conversion that counts', async () => {
    const market = await addMarket();
    const { campaignId, advertiserId } = market;
    const bodies = await told(advertiserId, ['conversion.accepted'], async () => {
      const [view] = await world.store(market, {});
      const { id: eventId, caseId, publisherId, siteId, placementId, creativeId } = view!;
      const record = {
        ...{ id: anId(), conversionId: anId(), campaignId, advertiserId },
        limitType: 'in_budget' as const,
        cases: [
          { ...{ caseId, eventId, publisherId, siteId, placementId, creativeId }, value: usd(4) },
        ],
        occurredAt: noon,
      };
      await world.ctx.inTransaction((session) =>
        world.ctx.recordedConversions.insert(record, { claims: [], nonce: null }, session),
      );
      await verifyAllDue(world.ctx);
    });
    expect(bodies).toMatchObject([{ data: { events: [{ campaignId, price: '0.04' }] } }]);
  });

  it('is told that its campaign is suspended', async () => {
    const { advertiserId, campaignId } = await addMarket();
    const bodies = await told(advertiserId, ['campaign.suspended'], async () => {
      await suspendCampaigns(world.ctx, { advertiserId, reason: 'no funds' });
      await suspendCampaigns(world.ctx, { advertiserId, reason: 'no funds' });
    });
    expect(bodies).toMatchObject([{ data: { campaignId, name: 'Spring', reason: 'no funds' } }]);
  });

  it('is told that its creative is rejected', async () => {
    const { advertiserId, campaignId, creativeId } = await addMarket();
    const bodies = await told(advertiserId, ['creative.rejected'], () =>
      rejectCreative(world.ctx, { id: creativeId, reason: 'misleading' }),
    );
    expect(bodies).toMatchObject([
      { data: { creativeId, campaignId, name: 'Banner', reason: 'misleading' } },
    ]);
  });

  it('is told nothing of what was undone', async () => {
    const { advertiserId } = await addMarket();
    const { ctx } = world;
    const bodies = await told(advertiserId, ['deposit.booked'], async () => {
      const put = () => Promise.reject(new Error('no'));
      const failing = { ...ctx, notices: { ...ctx.notices, put } };
      const deposit = { accountId: advertiserId, amount: 1n, reference: 'bank 7' };
      await expect(bookDeposit(failing, deposit)).rejects.toThrow('no');
      await bookDeposit(ctx, deposit);
      expect((await bookDeposit(ctx, deposit)).isRepeated).toBe(true);
    });
    expect(bodies).toHaveLength(1);
  });
});

it('a publisher’s webhook is told of payments', async () => {
  const { publisherId } = await addMarket();
  const payment = {
    ...{ id: anId(), accountId: publisherId, address: '0001-00000001-8B4E', amount: usd(5) },
    ...({
      kind: 'earnings',
      state: 'sent',
      earnedFrom: null,
      dueSince: null,
      earnedUntil: null,
      preparedAt: noon,
      sentAt: noon,
    } as const),
    ...{ confirmedAt: null, returnedAt: null, transactionId: null, reason: null },
  };
  const bodies = await told(publisherId, ['payment.sent', 'payment.confirmed'], () =>
    world.ctx.inTransaction((session) =>
      world.ctx.notices.put(
        [
          noticeOfPayment('payment.sent', payment, noon),
          noticeOfPayment('payment.confirmed', payment, noon, '0001:00000002:0003'),
        ],
        session,
      ),
    ),
  );
  expect(bodies.map(({ type }) => type).sort()).toEqual(['payment.confirmed', 'payment.sent']);
});

it.each([
  ['peer.suspect', { hosts: 'a.example', newHosts: 'b.example', takenAt: '2026-05-01T12:00:00Z' }],
  ['peer.suspect', { day: '2026-05-01', judged: 1_000, rejected: 300 }],
  [
    'peer.suspect',
    {
      ...{ receipt: '1'.repeat(32), transactionId: '0001:00000085:0001', amount: '1.5' },
      problem: 'it answered 404',
    },
  ],
  ['peer.suspect', { name: 'AdServer', leftOut: 7, bytes: 1_000, wantedBytes: 2_000 }],
  ['peer.unpaid', { name: 'AdServer', views: 5_000 }],
  ['peer.unpaid', { owed: '0.25', since: '2026-05-01T12:00:00Z' }],
])('the schema takes what %s tells of a server: %j', (type, about) => {
  const data = { address: '0001-00000003-AB0C', ...about };
  const body = { type, timestamp: '2026-05-01T12:00:00+00:00', data };
  expect([validate(body), validate.errors]).toEqual([true, null]);
  expect(validate({ ...body, data: { ...data, more: 1 } })).toBe(false);
});

it('the schema knows every kind, and no other', () => {
  const text = JSON.stringify(schema);
  for (const kind of webhookKinds) expect(text).toContain(`"${kind}"`);
  expect(validate({ type: 'other', timestamp: '2026-05-01T12:00:00+00:00', data: {} })).toBe(false);
});
