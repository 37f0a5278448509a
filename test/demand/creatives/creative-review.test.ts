import { beforeAll, describe, expect, it } from '@jest/globals';
import { cloneCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import type { Creative } from '../../../src/demand/creatives/creative.resource';
import {
  approveCreative,
  rejectCreative,
  restoreCreative,
} from '../../../src/demand/creatives/creative-review.service';
import { toDashed } from '../../../src/id';
import { accessToken, logIn, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { aPng, createActiveCampaign } from '../../support/campaigns';
import { runCommand } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';
import { uploadFile } from '../../support/uploads';

let mongodbUri: string;
let app: TestApp;
let token: string;
let operatorToken: string;
let advertiserId: string;
beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri, env: { ADGATE_REVIEW: 'before' } });
  token = await accessToken(app, {
    ...{ scopes: ['campaign.read', 'campaign.write'], email: 'a@test.example' },
  });
  operatorToken = await logIn(app, 'operator');
  advertiserId = (await app.ctx.accounts.findLogin('a@test.example'))!.account.id;
});

const banner = aPng('300x250');

/** An active campaign with one creative of these bytes. */
async function advertise(content: Buffer, by = advertiserId) {
  const { campaign, creatives } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: by },
    contentOf: () => content,
  });
  return { campaign, creative: creatives[0]! };
}

const isForSale = async ({ id, campaignId }: Pick<Creative, 'id' | 'campaignId'>) => {
  await app.ctx.inventory.refresh({ campaignIds: [campaignId], creativeIds: [id] });
  return app.ctx.inventory.find(id) !== null;
};

async function ask(query: string, as = operatorToken) {
  const { body } = await sendGraphql(app, as, query);
  expect(body.errors).toBeUndefined();
  return body.data;
}

const approve = ({ id }: Creative) =>
  ask(`mutation { approveCreative(id: "${id}") { id status review } }`);
const waitingIds = async (): Promise<readonly string[]> =>
  (await ask('{ allCreatives(filter: { review: waiting }) { id } }')).allCreatives.map(
    ({ id }: Creative) => id,
  );

describe('with ADGATE_REVIEW=before', () => {
  it('a creative of REST keeps status 2 and waits', async () => {
    const { campaign } = await advertise(aPng('300x250'));
    const fileId = (await uploadFile(app, token, aPng('728x90'))).body.data.id;
    const path = `${app.url}/api/v2/campaigns/${toDashed(campaign.id)}/creatives`;
    const headers = { Authorization: `Bearer ${token}` };
    const { body } = await send(path, { json: { fileId, name: 'Wide' }, headers });
    expect(body.data).toMatchObject({ status: 2, review: 'waiting' });
    const read = await send(`${path}/${body.data.id}`, { headers });
    expect(read.body.data).toMatchObject({ status: 2, review: 'waiting' });
  });

  it('is not for sale until an operator approves it, whatever its owner does', async () => {
    const { campaign, creative } = await advertise(banner);
    const servingState = async () =>
      (await ask(`{ campaign(id: "${campaign.id}") { serving { state } } }`, token)).campaign
        .serving.state;
    expect(await isForSale(creative)).toBe(false);
    expect(await servingState()).toBe('waiting_for_review');
    for (const status of ['draft', 'active']) {
      await createActiveSibling(creative);
      await ask(
        `mutation { updateCreative(campaignId: "${campaign.id}", id: "${creative.id}", input: { status: ${status} }) { id } }`,
        token,
      );
    }
    expect(await isForSale(creative)).toBe(false);
    expect(await waitingIds()).toContain(creative.id);
    expect((await approve(creative)).approveCreative).toEqual({
      ...{ id: creative.id, status: 'active', review: null },
    });
    // The feed of changes tells of it.
    await eventually(() => {
      expect(app.ctx.inventory.find(creative.id)).not.toBeNull();
      return Promise.resolve();
    });
    expect(await servingState()).not.toBe('waiting_for_review');
    expect(await waitingIds()).not.toContain(creative.id);
    // Twice is once.
    expect((await approve(creative)).approveCreative.review).toBeNull();
  });

  it('the same bytes of the advertiser do not wait again; others’ do, and other bytes', async () => {
    expect(await isForSale((await advertise(banner)).creative)).toBe(true);
    expect(await isForSale((await advertise(banner, 'be'.repeat(16))).creative)).toBe(false);
    expect(await isForSale((await advertise(aPng('300x250'))).creative)).toBe(false);
  });

  it('copies wait with their original, and are approved with it', async () => {
    const { campaign, creative } = await advertise(aPng('300x250'));
    const { id } = await cloneCampaign(app.ctx, campaign);
    const [copy] = await app.ctx.creatives.listByCampaigns([id]);
    expect(copy).toMatchObject({ review: 'waiting', hash: creative.hash });
    await approve(creative);
    expect(await app.ctx.creatives.findById(copy!.id)).toMatchObject({ review: null });
  });

  it('bytes that were rejected are not approved bytes; what is restored waits no more', async () => {
    const bytes = aPng('300x250');
    const { creative } = await advertise(bytes);
    await rejectCreative(app.ctx, { id: creative.id, reason: 'misleading' });
    expect(await waitingIds()).not.toContain(creative.id);
    expect((await advertise(bytes)).creative.review).toBe('waiting');
    expect(await restoreCreative(app.ctx, creative.id)).toMatchObject({
      ...{ status: 'inactive', review: null },
    });
  });

  it('a command lists what waits, and approves', async () => {
    const { creative } = await advertise(aPng('300x250'));
    const { id } = creative;
    const listed = await runCommand(mongodbUri, ['creative', 'list', '--review', 'waiting']);
    const found = listed.json.creatives.find((one: { id: string }) => one.id === id);
    expect(found).toMatchObject({ status: 'active', review: 'waiting' });
    const { json } = await runCommand(mongodbUri, ['creative', 'approve', toDashed(id)]);
    expect(json).toMatchObject({ id, review: null });
    expect(await isForSale(creative)).toBe(true);
    const nobody = await runCommand(mongodbUri, ['creative', 'approve', 'c0'.repeat(16)]);
    expect(nobody.exitCode).not.toBe(0);
  });
});

/** So that the last active creative of an active campaign may be stopped. */
async function createActiveSibling({ campaignId }: Creative): Promise<void> {
  const fileId = (await uploadFile(app, token, aPng('300x250'))).body.data.id;
  await ask(
    `mutation { createCreative(campaignId: "${campaignId}", input: { fileId: "${fileId}", name: "Other" }) { id } }`,
    token,
  );
}

describe('with ADGATE_REVIEW=after', () => {
  let after: TestApp;
  let afterToken: string;
  beforeAll(async () => {
    after = await startApp({ mongodbUri: await freshDatabase() });
    afterToken = await logIn(after, 'operator');
  });

  const unreviewedIds = async (isUnreviewed = true): Promise<readonly string[]> => {
    const query = `{ allCreatives(filter: { isUnreviewed: ${isUnreviewed} }) { id } }`;
    const { body } = await sendGraphql(after, afterToken, query);
    return body.data.allCreatives.map(({ id }: Creative) => id);
  };
  const approveAll = async (ids: readonly string[]) =>
    (
      await sendGraphql(
        after,
        afterToken,
        `mutation { approveCreatives(input: { ids: ${JSON.stringify(ids)} }) }`,
      )
    ).body;
  const made = async (by: string, contentOf: () => Buffer, count = 1) => {
    const { creatives } = await createActiveCampaign(after.ctx, {
      campaign: { advertiserId: by },
      sizes: Array.from({ length: count }, () => '300x250'),
      contentOf,
    });
    return creatives;
  };

  it('a creative is on sale, and in the queue of operators until it is approved with its copies', async () => {
    const [first, second] = await made('a1'.repeat(16), () => aPng('300x250'), 2);
    expect(first).toMatchObject({ status: 'active', review: null });
    expect(after.ctx.inventory.find(first!.id)).not.toBeNull();
    const campaign = (await after.ctx.campaigns.findById(first!.campaignId))!;
    const { id } = await cloneCampaign(after.ctx, campaign);
    const copies = await after.ctx.creatives.listByCampaigns([id]);
    const all = [first!, second!, ...copies].map((one) => one.id);
    expect(await unreviewedIds()).toEqual([...all].sort());
    const gone = 'c0'.repeat(16);
    expect(await approveAll([first!.id, toDashed(copies[1]!.id), gone])).toEqual({
      data: { approveCreatives: 4 },
    });
    expect(await unreviewedIds()).toEqual([]);
    expect(await unreviewedIds(false)).toEqual([...all].sort());
    expect(await approveAll(all)).toEqual({ data: { approveCreatives: 0 } });
  });

  it('bytes that were approved stay out of the queue; others’ same bytes do not', async () => {
    const bytes = aPng('300x250');
    const [first] = await made('a2'.repeat(16), () => bytes);
    await approveCreative(after.ctx, first!.id);
    const [again] = await made('a2'.repeat(16), () => bytes);
    const [others] = await made('a3'.repeat(16), () => bytes);
    expect(again).toMatchObject({ isUnreviewed: false });
    expect(await unreviewedIds()).toEqual([others!.id]);
    await rejectCreative(after.ctx, { id: others!.id, reason: 'misleading' });
    expect(await unreviewedIds()).toEqual([]);
  });

  it('refuses more than 100 at once, and what is no id', async () => {
    for (const ids of [Array.from({ length: 101 }, () => 'c0'.repeat(16)), ['first']])
      expect((await approveAll(ids)).errors[0].extensions.code).toBe('VALIDATION_FAILED');
  });
});

it('what was made before the setting does not wait, nor what waited go on sale without it', async () => {
  const { creative } = await advertise(aPng('300x250'));
  const after = await startApp({ mongodbUri });
  expect(after.ctx.inventory.find(creative.id)).toBeNull();
  const { creatives } = await createActiveCampaign(after.ctx, { campaign: { advertiserId } });
  expect(creatives[0]).toMatchObject({ review: null });
  expect(await isForSale(creatives[0]!)).toBe(true);
});
