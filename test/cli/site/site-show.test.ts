import { expect, it } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { send, startApp } from '../../support/app';
import { runCommand, runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { patience } from '../../support/patience';

it('adgate site show prints the least prices of a site and its placements', async () => {
  const mongodbUri = await freshDatabase();
  const { ctx, url } = await startApp({ mongodbUri });
  const { id: publisher } = await createAccount(ctx, {
    ...{ email: 'p@test.example', password: 'correct horse', roles: ['publisher'] },
  });
  const placements = [{ id: '1', width: 300, height: 250, name: 'Box' }];
  const context = { iid: '1a2b3c4d-0000-4000-8000-000000000001', url: 'https://news.example' };
  await send(`${url}/supply/find`, { json: { context: { ...context, publisher }, placements } });
  const [site] = await ctx.sites.models[0]!.find().lean<{ readonly _id: string }[]>();
  const id = site?._id ?? '';
  const floors = { minimumRpm: 150_000_000_000n, minimumRpms: ['country:pl 2.5'] };
  await ctx.sites.models[0]!.updateOne({ _id: id }, { ...floors, timeZone: 'Europe/Warsaw' });
  await ctx.placements.models[0]!.updateOne({ siteId: id }, { minimumRpm: 50_000_000_000n });
  const { json } = await runCommand(mongodbUri, ['site', 'show', id]);
  expect(json).toMatchObject({
    ...{ id, host: 'news.example', publisherId: publisher, minimumRpm: '1.5' },
    ...{ minimumRpms: ['country:pl 2.5'], timeZone: 'Europe/Warsaw' },
    placements: [{ name: 'Box', minimumRpm: '0.5' }],
  });
  const env = { MONGODB_URI: mongodbUri, ADGATE_PATIENCE: patience.ADGATE_PATIENCE };
  const { printed } = await runCommandLine(['site', 'show', id], { env });
  expect(printed).toMatch(/^placements +Box: 0.5$/m);
  const unknown = await runCommand(mongodbUri, ['site', 'show', '0'.repeat(32)]);
  expect([unknown.exitCode, unknown.lines[0]]).toEqual([1, expect.stringContaining('not found')]);
});
