import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import type {
  Campaign,
  CampaignTermChanges,
} from '../../../src/demand/campaigns/campaign.resource';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { readToken } from '../../../src/market/events/event-token';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { setRate } from '../../../src/money/rates/rate.service';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { eventually } from '../../support/eventually';

const desktop = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const mobile =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36';

let app: TestApp;
let campaign: Campaign;
let advertiserId: string;
let finds = 0;
beforeAll(async () => {
  const env = { ADGATE_TRUSTED_PROXIES: '127.0.0.1,::1', ADGATE_COUNTRY_HEADER: 'x-country' };
  app = await startApp({ env });
  await setRate(app.ctx, { rate: usd('1') });
  ({ id: advertiserId } = await createAccount(app.ctx, {
    ...{ email: 'shop@test.example', password: 'correct horse', roles: ['advertiser'] },
  }));
  ({ campaign } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId, maxCpm: usd('2'), maxCpc: usd('0.01'), pacing: 'asap' },
  }));
});

async function edit(changes: CampaignTermChanges): Promise<void> {
  const { id } = campaign;
  await updateCampaign(app.ctx, { advertiserId, id, changes });
  await app.ctx.inventory.refresh({ campaignIds: [id], creativeIds: [] });
}

interface Offer {
  readonly rpm: number;
  readonly viewPrice: bigint;
  readonly clickPrice: bigint;
  /** Looks at the ad. */
  view(): Promise<void>;
}

/** The offer to a stranger; null: no ad fits. */
async function find(
  userAgent: string,
  country = 'us',
  context: object = {},
): Promise<Offer | null> {
  finds += 1;
  const headers = {
    ...{ 'User-Agent': userAgent, 'X-Country': country },
    'X-Forwarded-For': `198.51.${finds}.7`,
  };
  const { body } = await send(`${app.url}/supply/find`, {
    headers,
    json: {
      context: { iid: randomUUID(), url: 'https://news.example/page', medium: 'web', ...context },
      placements: [{ id: '1', width: 300, height: 250 }],
    },
  });
  const [bid] = body.data;
  if (!bid) return null;
  const viewUrl: string = bid.viewUrl;
  const token = new URL(viewUrl).searchParams.get('e') ?? '';
  const { eventUrlKeys, now } = app.ctx;
  const { viewPrice, clickPrice } = readToken(eventUrlKeys, 'impression', token, now());
  const view = async () => {
    expect((await send(viewUrl, { headers })).status).toBe(200);
  };
  return { rpm: bid.rpm, viewPrice, clickPrice, view };
}

it('offers the bid times the parts of device, country and hour, and never more than ten times', async () => {
  const hours = ['Mo-Su 00:00-12:00 0.5', 'Mo-Su 1.5'];
  await edit({
    bidModifiers: ['device:mobile 2.5', 'country:pl 0.33', 'country:de 10', ...hours],
    timeZone: 'Asia/Kathmandu',
  });
  const priceAt = async (time: string, ...who: Parameters<typeof find>) => {
    app.clock.now = () => new Date(`2026-11-27T${time}Z`);
    const { viewPrice, clickPrice } = (await find(...who)) ?? {};
    return [viewPrice, clickPrice];
  };
  // In Kathmandu it is 5 hours and 45 minutes later.
  expect(await priceAt('06:14:59', desktop)).toEqual([usd('0.001'), usd('0.005')]);
  expect(await priceAt('06:15:00', desktop)).toEqual([usd('0.003'), usd('0.015')]);
  expect(await priceAt('06:15:00', mobile)).toEqual([usd('0.0075'), usd('0.0375')]);
  expect(await priceAt('06:15:00', mobile, 'pl')).toEqual([usd('0.002475'), usd('0.012375')]);
  expect(await priceAt('06:15:00', mobile, 'de')).toEqual([usd('0.02'), usd('0.1')]);
  app.clock.now = () => new Date();
});

it('rounds down to the smallest unit', async () => {
  await edit({ maxCpm: usd('0.05') + 1_999n, bidModifiers: ['device:mobile 0.33'], maxCpc: null });
  const whole = (usd('0.05') + 1_999n) / 1_000n;
  expect(await find(desktop)).toMatchObject({ viewPrice: whole, rpm: 0.05 });
  expect(await find(mobile)).toMatchObject({ viewPrice: (whole * 33n) / 100n, rpm: 0.02 });
});

it('charges a view what was offered, whatever the modifiers are by then', async () => {
  await edit({ maxCpm: usd('2'), bidModifiers: ['device:mobile 1.25'] });
  const offers = [await find(mobile), await find(desktop)];
  await edit({ bidModifiers: ['device:mobile 0.1', 'device:desktop 10'] });
  for (const offer of offers) await offer?.view();
  await eventually(async () => {
    const of = { campaignId: campaign.id, filter: {}, after: null, limit: 10 };
    const { events } = await app.ctx.verifiedEvents.list(of);
    expect(events.map(({ verdict }) => [verdict?.reason, verdict?.price])).toEqual([
      [null, usd('0.002')],
      [null, usd('0.0025')],
    ]);
  }, 50_000);
});

it('passes no budget', async () => {
  await edit({ status: 'inactive' });
  const { campaign: small } = await createActiveCampaign(app.ctx, {
    campaign: {
      ...{ advertiserId, hourlyBudget: usd('0.05'), pacing: 'asap' },
      ...{ maxCpm: usd('4'), bidModifiers: ['device:mobile 2.5'] },
    },
  });
  let sum = 0n;
  for (let nth = 0; nth < 30; nth += 1) {
    const offer = await find(nth % 2 === 0 ? mobile : desktop);
    await offer?.view();
    sum += offer?.viewPrice ?? 0n;
  }
  expect(app.ctx.inventory.priceOf(small.id).viewPrice).toBe(usd('0.01'));
  expect(sum <= usd('0.05')).toBe(true);
  expect(sum > usd('0.03')).toBe(true);
});
