import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import { setRate } from '../../../src/money/rates/rate.service';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';

/** Monday, 08:30 UTC. */
const monday = new Date('2026-11-30T08:30:00Z');

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: () => monday });
  await setRate(app.ctx, { rate: usd('1') });
  await createActiveCampaign(app.ctx, {
    campaign: {
      ...{ schedule: ['Mo 14:00-15:00'], scheduleClock: 'visitor', timeZone: 'Asia/Tokyo' },
    },
  });
});

async function find(context: object) {
  const { status, body } = await send(`${app.url}/supply/find?debug=1`, {
    json: {
      context: { iid: randomUUID(), url: 'https://news.example/', medium: 'web', ...context },
      placements: [{ id: '1', width: 300, height: 250 }],
    },
  });
  return { status, body, isShown: body.data?.length === 1 };
}

it('shows a campaign in the hours of the visitor’s clock, also where it goes by half hours', async () => {
  const offsets = [325, 330, 345, 390, 315, 0, -720, 840].map(
    (minutes) => minutes - (minutes % 15),
  );
  const shown: number[] = [];
  for (const utcoffset of offsets) if ((await find({ utcoffset })).isShown) shown.push(utcoffset);
  expect(shown).toEqual([330, 345]);
});

it('goes by the campaign’s time zone where the visitor’s clock is not told', async () => {
  // In Tokyo it is 17:30.
  expect((await find({})).isShown).toBe(false);
  app.clock.now = () => new Date('2026-11-30T05:10:00Z');
  expect((await find({})).isShown).toBe(true);
  expect((await find({ utcoffset: null })).isShown).toBe(true);
  expect((await find({ utcoffset: 0 })).isShown).toBe(false);
  app.clock.now = () => monday;
});

it.each([-735, 855, 7, 330.5, '330', true, {}, 1e300])(
  'refuses an offset of %p',
  async (utcoffset) => {
    const { status, body } = await find({ utcoffset });
    expect([status, JSON.stringify(body)]).toEqual([
      422,
      expect.stringContaining('must be minutes from -720 to 840, whole quarters of an hour'),
    ]);
    expect(JSON.stringify(body)).toContain('context.utcoffset');
  },
);

it('takes the offset by GraphQL, too', async () => {
  const query = `mutation ($bidRequest: BidRequestInput!) {
    requestBids(bidRequest: $bidRequest) { bids { impId } }
  }`;
  const imps = [{ id: '1', width: 300, height: 250 }];
  const bidsAt = async (utcOffset: number) => {
    const site = { url: 'https://news.example/', medium: 'web' };
    const bidRequest = { id: randomUUID(), site, user: { utcOffset }, imps };
    const json = { query, variables: { bidRequest } };
    return (await send(`${app.url}/graphql`, { json })).body;
  };
  expect(await bidsAt(330)).toEqual({ data: { requestBids: { bids: [{ impId: '1' }] } } });
  expect(await bidsAt(315)).toEqual({ data: { requestBids: { bids: [] } } });
  expect(await bidsAt(331)).toMatchObject({
    errors: [{ extensions: { code: 'VALIDATION_FAILED', details: { 'user.utcOffset': {} } } }],
  });
});
