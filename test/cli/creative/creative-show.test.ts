import { expect, it } from '@jest/globals';
import { startApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { runCommand, runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { patience } from '../../support/patience';

it('adgate creative show prints its terms, and how it takes turns', async () => {
  const mongodbUri = await freshDatabase();
  const { ctx } = await startApp({ mongodbUri });
  const { creatives } = await createActiveCampaign(ctx, {
    campaign: { creativeRotation: 'weighted' },
    sizes: ['300x250', '300x250'],
  });
  const { id } = creatives[0]!;
  await ctx.creatives.update(
    id,
    { status: 'active' },
    { weight: 3, frequencyCaps: ['2/day', '9/life'], endsAt: new Date('2030-01-01T00:00:00Z') },
  );
  const { json } = await runCommand(mongodbUri, ['creative', 'show', id]);
  expect(json).toMatchObject({
    ...{ id, status: 'active', weight: 3, frequencyCaps: ['2/day', '9/life'] },
    ...{ startsAt: null, endsAt: '2030-01-01T00:00:00.000Z', impressionPixels: [] },
    rotation: { share: 0.75, rate: null },
  });
  const env = { MONGODB_URI: mongodbUri, ADGATE_PATIENCE: patience.ADGATE_PATIENCE };
  const { printed } = await runCommandLine(['creative', 'show', id], { env });
  expect(printed).toMatch(/^frequencyCaps +2\/day, 9\/life$/m);
  expect(printed).toMatch(/^share +0.75$/m);
  expect(printed).not.toContain('impressionPixels');
  const unknown = await runCommand(mongodbUri, ['creative', 'show', '0'.repeat(32)]);
  expect([unknown.exitCode, unknown.lines[0]]).toEqual([1, expect.stringContaining('not found')]);
});
