import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { unclaimedPublisherId } from '../../../src/identity/accounts/account';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';

const url = 'https://news.example';
const box = { id: '1', width: 300, height: 250 };

let app: TestApp;
/** A placement of a publisher who has an account. */
let placementId: string;

interface Found {
  readonly placementId: string;
  readonly publisherId: string;
}

/** The answers of a find whose context names this publisher, if any. */
type Find = (publisher: object, imp: object) => Promise<readonly Found[]>;

const finds: Readonly<Record<string, Find>> = {
  async 'POST /supply/find'(publisher, imp) {
    const context = { iid: randomUUID(), url, ...publisher };
    const { body } = await send(`${app.url}/supply/find`, { json: { context, placements: [imp] } });
    return body.data;
  },
  async 'requestBids of GraphQL'(publisher, imp) {
    const query = `mutation ($bidRequest: BidRequestInput!) {
      found: requestBids(bidRequest: $bidRequest) { bids { placementId publisherId } }
    }`;
    const bidRequest = { id: randomUUID(), site: { url, ...publisher }, imps: [imp] };
    const json = { query, variables: { bidRequest } };
    const { body } = await send(`${app.url}/graphql`, { json });
    return body.data.found.bids;
  },
};

beforeAll(async () => {
  app = await startApp();
  await createActiveCampaign(app.ctx, { sizes: ['300x250'] });
  const [owned] = await finds['POST /supply/find']!({ publisher: '0001-00000002-BB2D' }, box);
  ({ placementId } = owned!);
});

describe.each(Object.entries(finds))('%s', (_name, find) => {
  it.each([
    ['an empty one', { publisher: '' }],
    ['null', { publisher: null }],
    ['none', {}],
  ])('takes %s for no publisher', async (_case, publisher) => {
    expect(await find(publisher, box)).toMatchObject([{ publisherId: unclaimedPublisherId }]);
    expect(await find(publisher, { id: '1', placementId })).toMatchObject([{ placementId }]);
  });
});

it('POST /find takes an empty publisher for none', async () => {
  const context = { iid: randomUUID(), url, publisher: '' };
  const json = [{ zone_id: placementId, format: 'image', context }];
  const { body } = await send(`${app.url}/find`, { json });
  expect(body).toMatchObject([{ zone_id: placementId }]);
});
