import { beforeAll, describe, expect, it } from '@jest/globals';
import { logIn, sendGraphql, startApp, type TestApp } from '../../support/app';

describe('the pacing of a campaign', () => {
  let app: TestApp;
  let session: string;
  beforeAll(async () => {
    app = await startApp();
    session = await logIn(app, 'advertiser');
  });

  const ask = async (query: string, variables: object) => {
    return (await sendGraphql(app, session, query, variables)).body;
  };
  const create = (pacing: object) =>
    ask(
      'mutation ($input: CreateCampaignInput!) { campaign: createCampaign(input: $input) { id pacing } }',
      {
        input: {
          name: 'Spring',
          status: 'draft',
          landingUrl: 'https://shop.example/',
          medium: 'web',
          hourlyBudget: '5',
          startsAt: '2026-01-01T00:00:00Z',
          ...pacing,
        },
      },
    );
  const update = (id: string, input: object) =>
    ask(
      'mutation ($id: ID!, $input: UpdateCampaignInput!) { campaign: updateCampaign(id: $id, input: $input) { pacing } }',
      { id, input },
    );

  it.each([
    [{}, 'even'],
    [{ pacing: 'even' }, 'even'],
    [{ pacing: 'asap' }, 'asap'],
    [{ pacing: 'front_loaded' }, 'front_loaded'],
  ])('made with %j is %s', async (given, pacing) => {
    expect((await create(given)).data.campaign.pacing).toBe(pacing);
  });

  it('is refused when it is no such word', async () => {
    const { errors } = await create({ pacing: 'slowly' });
    expect(errors[0].message).toContain('pacing');
  });

  it('is changed by an edit that names it, and by no other', async () => {
    const { id } = (await create({})).data.campaign;
    expect((await update(id, { pacing: 'asap' })).data.campaign.pacing).toBe('asap');
    expect((await update(id, { name: 'Summer' })).data.campaign.pacing).toBe('asap');
    expect((await update(id, { pacing: 'even' })).data.campaign.pacing).toBe('even');
  });

  it('of a clone is its source’s', async () => {
    const { id } = (await create({ pacing: 'asap' })).data.campaign;
    const query = 'mutation ($id: ID!) { campaign: cloneCampaign(id: $id) { pacing } }';
    expect((await ask(query, { id })).data.campaign.pacing).toBe('asap');
  });

  it('is even where a version stored the campaign that knew none', async () => {
    const { id } = (await create({ pacing: 'asap' })).data.campaign;
    await app.ctx.campaigns.models[0]!.collection.updateOne(
      { _id: id },
      { $unset: { pacing: true } },
    );
    expect((await app.ctx.campaigns.findById(id))!.pacing).toBe('even');
    const query = 'query ($id: ID!) { campaign(id: $id) { pacing } }';
    expect((await ask(query, { id })).data.campaign.pacing).toBe('even');
  });
});
