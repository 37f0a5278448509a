import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import { toDashed } from '../../../src/id';
import { setRate } from '../../../src/money/rates/rate.service';
import { startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { runCommand, runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { find, lookAtAllFinds } from '../../support/observed-finds';
import { patience } from '../../support/patience';

let app: TestApp;
let mongodbUri: string;
let spring: Campaign;
let autumn: Campaign;

const run = (...args: readonly string[]) => runCommand(mongodbUri, args);

beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri });
  ({ campaign: spring } = await createActiveCampaign(app.ctx));
  ({ campaign: autumn } = await createActiveCampaign(app.ctx));
  await app.ctx.campaigns.update(autumn, { status: 'inactive' });
});

describe('adgate campaign show', () => {
  const textOf = async ({ id }: Campaign) => {
    const env = { MONGODB_URI: mongodbUri, ADGATE_PATIENCE: patience.ADGATE_PATIENCE };
    return (await runCommandLine(['campaign', 'show', id], { env })).printed;
  };

  it('prints its terms, its state and why', async () => {
    const { json } = await run('campaign', 'show', toDashed(spring.id));
    const text = await textOf(spring);
    expect(json).toMatchObject({
      ...{ id: spring.id, advertiserId: spring.advertiserId, name: 'Spring' },
      ...{ hourlyBudget: '100000', maxCpm: '2' },
      ...{ pacing: 'asap', priority: 'standard', frequencyCaps: null, roadblock: false },
      targeting: { requires: {}, excludes: {} },
      serving: { state: 'no_exchange_rate', why: null, keptAwayBy: null, finds: 0, spent: '0' },
    });
    expect(text).toMatch(/^pacing +asap$/m);
    expect(text).toMatch(/^state +no_exchange_rate$/m);
    const stopped = await run('campaign', 'show', autumn.id);
    expect(stopped.json.serving).toMatchObject({ state: 'paused' });
  });

  it('says what keeps it away', async () => {
    await setRate(app.ctx, { rate: usd('1') });
    lookAtAllFinds(app.ctx);
    const { campaign } = await createActiveCampaign(app.ctx, {
      campaign: { frequencyCaps: ['1/day'], showsToUnknownVisitors: false },
      sizes: ['160x600'],
    });
    for (let time = 0; time < 10; time += 1) await find(app.ctx, { sizes: ['160x600'] });
    await app.ctx.findObserver.flush();
    const { json } = await run('campaign', 'show', campaign.id);
    const text = await textOf(campaign);
    const kept = { state: 'limited_by_frequency', keptAwayBy: 'unknown_visitor' };
    expect(json.serving).toMatchObject(kept);
    expect(text).toMatch(/^frequencyCaps +1\/day$/m);
    expect(text).toMatch(/^why +nothing won in 10 finds: unknown_visitor$/m);
  });

  it('refuses what is no id, and knows no other', async () => {
    expect(await run('campaign', 'show', 'me')).toMatchObject({ exitCode: 2 });
    expect(await run('campaign', 'show', 'ab'.repeat(16))).toMatchObject({ exitCode: 1 });
  });
});
