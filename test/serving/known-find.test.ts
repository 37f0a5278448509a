import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import pino from 'pino';
import { parseConfig } from '../../src/config';
import { openDatabase } from '../../src/database/connection';
import { createServiceContext } from '../../src/service-context';
import { requestBids } from '../../src/serving/serving.service';
import { asRequest } from '../support/app';
import { createActiveCampaign } from '../support/campaigns';
import { freshDatabase } from '../support/database';

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
  db.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName));
  const config = parseConfig({ ADGATE_DATA_DIR: dataFolder });
  const log = pino({ level: 'silent' });
  const ctx = await createServiceContext(db, config, { log, publicUrl: 'http://127.0.0.1' });
  return { ctx, db, commands };
}

it('a find of a known site asks the database nothing; what it served is one write a second', async () => {
  const { ctx, db, commands } = await openContext();
  const { creatives } = await createActiveCampaign(ctx);
  const find = async (id: string) => {
    const { bids } = await requestBids(
      asRequest(ctx),
      {
        id,
        site: { url: 'https://known.example/page', medium: 'web' },
        imps: [{ id: '1', width: 300, height: 250 }],
      },
      { isExplained: false },
    );
    return bids;
  };
  expect(await find('first')).toHaveLength(1);
  await ctx.creativeResults.flush();
  expect(commands).toContain('find');

  commands.length = 0;
  for (let round = 0; round < 100; round += 1) expect(await find(`known ${round}`)).toHaveLength(1);
  expect(commands).toEqual([]);

  await ctx.creativeResults.flush();
  expect(commands).toEqual(['update']);
  await ctx.creativeResults.flush();
  expect(commands).toEqual(['update']);
  await ctx.creativeResults.refresh();
  expect(ctx.creativeResults.get(creatives[0]!.id)).toEqual({
    served: 101,
    impressions: 0,
    clicks: 0,
  });
  await db.close();
});
