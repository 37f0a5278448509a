import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, jest } from '@jest/globals';
import pino from 'pino';
import { parseConfig } from '../../../src/config';
import type { ServiceContext } from '../../../src/api/context';
import { openDatabase } from '../../../src/platform/database/connection';
import { createServiceContext } from '../../../src/assembly/service-context';
import { requestBids } from '../../../src/market/serving/serving.service';
import { asRequest } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';
import { patience } from '../../support/patience';

const dataFolder = mkdtempSync(join(tmpdir(), 'adgate-find-'));
afterAll(() => {
  rmSync(dataFolder, { recursive: true, force: true });
});

/** A context without jobs and change feed, and the names of the commands that its database gets. */
async function openContext() {
  const uri = new URL(await freshDatabase());
  uri.searchParams.set('monitorCommands', 'true');
  const db = await openDatabase(uri.href);
  const commands: string[] = [];
  db.getClient().on('commandStarted', ({ commandName, command }) => {
    // Slices of budgets are fetched beside finds, which do not wait for them.
    if (command[commandName] !== 'campaignHours') commands.push(commandName);
  });
  const config = parseConfig({ ...patience, ADGATE_DATA_DIR: dataFolder });
  const log = pino({ level: 'silent' });
  const ctx = await createServiceContext(db, config, { log, publicUrl: 'http://127.0.0.1' });
  return { ctx, db, commands };
}

function finderOf(ctx: ServiceContext) {
  const box = { width: 300, height: 250, depth: 0, name: 'Default' };
  return (id: string, { isTest = false } = {}) =>
    requestBids(
      asRequest(ctx),
      {
        id,
        site: { host: 'known.example', publisher: null, medium: 'web', vendor: null },
        user: { id: null, hasWallet: false, utcOffset: null, consent: null },
        imps: [{ id: '1', placement: box, types: undefined, mimes: undefined, isTopFrame: null }],
        isTest,
        isFromTag: false,
      },
      { explainTo: null },
    );
}

it('a find of a known site asks the database nothing; what it served is one write a second', async () => {
  const { ctx, db, commands } = await openContext();
  const { creatives } = await createActiveCampaign(ctx);
  const find = finderOf(ctx);
  expect((await find('first')).bids).toHaveLength(1);
  await ctx.creativeResults.flush();
  expect(commands).toContain('find');

  commands.length = 0;
  let waited = 0;
  for (let round = 0; round < 100; round += 1) {
    const answer = find(`known ${round}`);
    if (answer instanceof Promise) waited += 1;
    expect((await answer).bids).toHaveLength(1);
  }
  expect(waited).toBeLessThan(10);
  expect(commands).toEqual([]);

  await ctx.creativeResults.flush();
  expect(commands).toEqual(['update']);
  await ctx.creativeResults.flush();
  expect(commands).toEqual(['update']);

  // One in test mode is answered the same, and leaves nothing.
  await ctx.requestCounts.flush();
  commands.length = 0;
  expect((await find('test', { isTest: true })).bids).toHaveLength(1);
  await ctx.creativeResults.flush();
  await ctx.requestCounts.flush();
  expect(commands).toEqual([]);
  await ctx.creativeResults.refresh();
  expect(ctx.creativeResults.get(creatives[0]!.id)).toEqual({
    served: 101,
    impressions: 0,
    clicks: 0,
    conversions: 0,
    acceptedViews: 0,
    paid: 0,
  });
  await db.close();
});

it('a find in test mode sets nothing aside of a budget', async () => {
  const { ctx, db } = await openContext();
  await createActiveCampaign(ctx);
  const payFor = jest.spyOn(ctx.offerGate, 'payFor');
  const find = finderOf(ctx);
  expect((await find('test', { isTest: true })).bids).toHaveLength(1);
  expect(payFor).not.toHaveBeenCalled();
  expect((await find('real')).bids).toHaveLength(1);
  expect(payFor).toHaveBeenCalled();
  await db.close();
});
