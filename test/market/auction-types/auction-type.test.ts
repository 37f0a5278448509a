import { beforeAll, describe, expect, it } from '@jest/globals';
import { readToken } from '../../../src/market/events/event-token';
import { aBox, aContext, find } from '../../api/rest/supply-finds';
import { logIn, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { runCommand, runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';

const hour = (text: string) => new Date(`2026-11-27T${text}Z`);
const thousandth = (text: string) => usd(text) / 1_000n;

describe('the type of auctions', () => {
  let mongodbUri: string;
  let app: TestApp;
  let second: TestApp;
  let high: string;
  let bearer: string;

  beforeAll(async () => {
    mongodbUri = await freshDatabase();
    app = await startApp({ mongodbUri });
    second = await startApp({ mongodbUri });
    bearer = await logIn(app, 'operator');
    await createActiveCampaign(app.ctx, { campaign: { maxCpm: usd('2.5') } });
    const { creatives } = await createActiveCampaign(app.ctx, { campaign: { maxCpm: usd('4') } });
    high = creatives[0]!.id;
  });

  const ask = async (query: string) => (await sendGraphql(app, bearer, query)).body;

  /** The price of a view of the best campaign; some finds explore another one. */
  async function offered(at: TestApp, now: Date): Promise<bigint> {
    at.clock.now = () => now;
    let price = -1n;
    await eventually(async () => {
      const { body } = await find(at, aContext(), [aBox()]);
      const { data } = body as {
        readonly data: readonly { readonly creativeId: string; readonly viewUrl: string }[];
      };
      const bid = data.find(({ creativeId }) => creativeId === high);
      const token = new URL(bid!.viewUrl).searchParams.get('e')!;
      price = readToken(at.ctx.eventUrlKeys, 'impression', token, now).viewPrice;
    });
    return price;
  }

  it('is the first price, where none was set', async () => {
    expect(await ask('{ auctionTypes { type } }')).toEqual({ data: { auctionTypes: [] } });
    expect(await offered(app, hour('10:20:00'))).toBe(thousandth('4'));
  });

  it('holds on all gateways from the next hour on, and is stored with each offer', async () => {
    app.clock.now = () => hour('10:59:49');
    const set = await ask('mutation { setAuctionType(type: second_price) { type from setAt } }');
    const setting = {
      type: 'second_price',
      from: '2026-11-27T11:00:00+00:00',
      setAt: '2026-11-27T10:59:49+00:00',
    };
    expect(set).toEqual({ data: { setAuctionType: setting } });
    expect(await ask('{ auctionTypes { type from setAt } }')).toEqual({
      data: { auctionTypes: [setting] },
    });
    await eventually(() => {
      expect(second.ctx.auctionTypes.list()).toHaveLength(1);
      return Promise.resolve();
    });
    for (const one of [app, second]) {
      expect(await offered(one, hour('10:59:59'))).toBe(thousandth('4'));
      // The smallest unit more, so that the winner is above the next best bid.
      expect(await offered(one, hour('11:00:00'))).toBe(thousandth('2.5') + 1n);
    }
  });

  it('is set for the hour after the next one where that is about to begin', async () => {
    app.clock.now = () => hour('11:59:51');
    await ask('mutation { setAuctionType(type: first_price) { type } }');
    expect(app.ctx.auctionTypes.at(hour('12:59:59').getTime())).toBe('second_price');
    expect(app.ctx.auctionTypes.at(hour('13:00:00').getTime())).toBe('first_price');
  });

  it('is set and shown by commands', async () => {
    const set = await runCommand(mongodbUri, ['auction', 'set', 'second_price']);
    expect(set.json).toMatchObject({ type: 'second_price' });
    const { json } = await runCommand(mongodbUri, ['auction', 'show']);
    expect(json.auctionTypes).toContainEqual(set.json);
    const wrong = await runCommandLine(['auction', 'set', 'third_price'], {
      env: { MONGODB_URI: mongodbUri },
    });
    expect([wrong.exitCode, wrong.lines.join()]).toEqual([
      2,
      '<type> must be one of first_price, second_price',
    ]);
  });
});
