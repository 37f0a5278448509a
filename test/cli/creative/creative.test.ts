import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Creative } from '../../../src/demand/creatives/creative.resource';
import { startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { runCommand } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';

let mongodbUri: string;
let app: TestApp;
let creative: Creative;
beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri });
  const { creatives } = await createActiveCampaign(app.ctx);
  creative = creatives[0]!;
});

const run = (...args: readonly string[]) => runCommand(mongodbUri, args);

describe('adgate creative', () => {
  it('rejects a creative for a reason, which leaves a running gateway, and gives it back', async () => {
    expect(app.ctx.inventory.find(creative.id)).not.toBeNull();
    const rejected = await run('creative', 'reject', creative.id, '--reason', 'misleading');
    expect([rejected.exitCode, rejected.json]).toEqual([
      0,
      {
        id: creative.id,
        campaignId: creative.campaignId,
        name: creative.name,
        status: 'rejected',
        review: null,
        rejectionReason: 'misleading',
      },
    ]);
    // The gateway hears of the change from the database.
    await eventually(() => {
      expect(app.ctx.inventory.find(creative.id)).toBeNull();
    });
    const restored = await run('creative', 'restore', rejected.json.id);
    expect(restored.json).toMatchObject({ status: 'inactive', rejectionReason: null });
    const again = await run('creative', 'restore', rejected.json.id);
    expect([again.exitCode, again.lines[0]]).toEqual([1, expect.stringContaining('not rejected')]);
  });

  it.each([
    [['creative', 'reject', 'abc', '--reason', 'x'], 2, 'no id of a creative'],
    [['creative', 'reject', '0'.repeat(32), '--reason', 'x'], 1, 'not found'],
    [['creative', 'reject', '0'.repeat(32), '--reason', ' '], 2, '--reason must have'],
    [['creative', 'reject', '0'.repeat(32)], 2, '--reason'],
    [['creative', 'restore', '0'.repeat(32)], 1, 'not found'],
    [['creative', 'restore'], 2, 'id'],
  ])('ends %j with %i', async (args, exitCode, line) => {
    const ended = await run(...args);
    expect([ended.exitCode, ended.lines[0]]).toEqual([exitCode, expect.stringContaining(line)]);
  });
});

describe('adgate classification set', () => {
  const set = (...options: readonly string[]) =>
    run('classification', 'set', creative.id, '--classifier', 'staff', ...options);

  it('says something of a creative in the name of a classifier', async () => {
    const { exitCode, json } = await set(
      '--status',
      'success',
      '--keywords',
      '{"category":["games"]}',
    );
    expect([exitCode, json]).toMatchObject([0, { status: 'success', classifier: 'staff' }]);
    expect((await app.ctx.creatives.findById(creative.id))?.keywords).toEqual({
      'staff:category': ['games'],
      'staff:classified': ['1'],
    });
  });

  it.each([
    [['--status', 'fine'], '--status'],
    [['--status', 'success', '--keywords', '{'], '--keywords is no JSON'],
    [['--status', 'success', '--keywords', '{"A":["x"]}'], '--keywords must be named'],
    [['--status', 'success', '--keywords', '[]'], '--keywords must be an object'],
  ])('refuses %j', async (options, line) => {
    const ended = await set(...options);
    expect([ended.exitCode, ended.lines[0]]).toEqual([2, expect.stringContaining(line)]);
  });
});
