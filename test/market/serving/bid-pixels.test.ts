import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Creative } from '../../../src/demand/creatives/creative.resource';
import { updateCreative } from '../../../src/demand/creatives/creative.service';
import { aBox, aContext, find } from '../../api/rest/supply-finds';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { agreedTcf, optedOutGpp, refusedTcf } from '../../support/consent-strings';

const names = ['campaign', 'creative', 'site', 'zid', 'pid', 'aid', 'device', 'price', 'timestamp'];
const query = names.map((name) => `${name}={${name}}`).join('&');
const pixels = [
  `https://pixel.example/a?${query}`,
  'https://pixel.example/%%CACHEBUSTER%%?p=${AUCTION_PRICE}&r=[CACHEBUSTER]&x={other}',
];
const consents = { consent: { given: true }, tag: true };

describe('pixels in the answer of a find', () => {
  let app: TestApp;
  let creative: Creative;
  let campaignId: string;
  beforeAll(async () => {
    app = await startApp();
    const { campaign, creatives } = await createActiveCampaign(app.ctx, {
      campaign: { maxCpm: usd('2.5') },
    });
    campaignId = campaign.id;
    [creative] = creatives as [Creative];
    await setPixels(pixels);
  });

  async function setPixels(impressionPixels: readonly string[]): Promise<void> {
    const { advertiserId, id } = creative;
    await updateCreative(app.ctx, { advertiserId, campaignId, id, impressionPixels });
  }

  const ask = async (context: object, headers = {}) => {
    const { status, body } = await find(app, aContext(context), [aBox()], headers);
    expect(status).toBe(200);
    const { data } = body as { readonly data: readonly [Record<string, unknown>] };
    expect(data).toMatchObject([{ creativeId: creative.id }]);
    return data[0];
  };

  it('are filled in for our tag, where the visitor has consented', async () => {
    const { pixels: answered, siteId, placementId, publisherId } = await ask(consents);
    const [first, second] = (answered as string[]).map((url) => new URL(url));
    const { timestamp, ...told } = Object.fromEntries(first!.searchParams);
    expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(60);
    expect(siteId).toMatch(/^[0-9a-f]{32}$/);
    expect(told).toEqual({
      ...{ campaign: campaignId, creative: creative.id, site: 'news.example' },
      ...{ zid: placementId, pid: publisherId, aid: '0001-00000001-8B4E' },
      ...{ device: 'other', price: '2.5' },
    });
    const form = /^https:\/\/pixel\.example\/(\d{8})\?p=2\.5&r=(\d{8})&x=\{other\}$/;
    const [, one, other] = form.exec(decodeURI(second!.href)) ?? [];
    expect(one).not.toBe(other);
  });

  it.each([
    ['TCF', { tag: true, consent: { gdpr: true, tcf: agreedTcf } }],
    ['the page’s word alone', { tag: true, consent: true }],
    ['a law that does not apply', { tag: true, consent: { gdpr: 0 } }],
  ])('are there with consent by %s', async (_what, context) => {
    expect((await ask(context))['pixels']).toHaveLength(2);
  });

  it.each<[string, object, object]>([
    ['without a word of consent', { tag: true }, {}],
    ['where the page says no', { tag: true, consent: { given: false } }, {}],
    ['where TCF says no', { tag: true, consent: { tcf: refusedTcf } }, {}],
    ['where the GDPR applies and nothing is said', { tag: true, consent: { gdpr: 1 } }, {}],
    ['after an opt-out by GPP', { ...consents, consent: { given: true, gpp: optedOutGpp } }, {}],
    ['with Global Privacy Control', { ...consents, consent: { given: true, gpc: true } }, {}],
    ['with its header alone', consents, { 'Sec-GPC': '1' }],
    ['where the answer is not for our tag', { consent: { given: true } }, {}],
    ['in a test', { ...consents, test: true }, {}],
  ])('are not there %s: the answer does not name them', async (_what, context, headers) => {
    expect(Object.keys(await ask(context, headers))).not.toContain('pixels');
  });

  it('are no longer there when the advertiser has taken them away', async () => {
    await setPixels([]);
    expect(Object.keys(await ask(consents))).not.toContain('pixels');
    await setPixels(pixels);
    expect((await ask(consents))['pixels']).toHaveLength(2);
  });

  it('are a member of GraphQL’s bids', async () => {
    const bidRequest = {
      ...{ id: 'one', site: { url: 'https://news.example' }, user: { agrees: true } },
      ...{ imps: [{ id: '1', width: 300, height: 250 }], isFromTag: true },
    };
    const text =
      'mutation ($bidRequest: BidRequestInput!) { requestBids(bidRequest: $bidRequest) { bids { impressionPixels } } }';
    const ask = async (change: object) => {
      const json = { query: text, variables: { bidRequest: { ...bidRequest, ...change } } };
      const { body } = await send(`${app.url}/graphql`, { json });
      return body.data.requestBids.bids[0].impressionPixels;
    };
    expect(await ask({})).toHaveLength(2);
    expect(await ask({ user: { agrees: null } })).toBeNull();
  });
});
