import { expect, it } from '@jest/globals';
import { runCommand } from '../../support/command-line';
import { noon, startVerifier } from '../../support/verification';
import { tellVerdicts } from '../../support/verdicts';

it('adgate statistics prints the figures of one campaign', async () => {
  const one = await startVerifier();
  const market = await one.addMarket();
  const { campaignId } = market;
  await tellVerdicts(one.ctx, [
    { ...market, occurredAt: noon },
    { ...market, occurredAt: noon, kind: 'click' },
    { ...(await one.addMarket()), occurredAt: noon },
  ]);
  const range = ['--from', '2026-05-01T12:00:00Z', '--to', '2026-05-01T13:00:00Z'];
  const figures = await runCommand(one.uri, ['statistics', '--campaign', campaignId, ...range]);
  expect(figures.json).toMatchObject({
    ...{ impressions: 1, validImpressions: 1, clicks: 1, validClicks: 1, conversions: 0 },
    ...{ cost: '0.02', behindSeconds: 0 },
  });
  const all = await runCommand(one.uri, ['statistics', ...range]);
  expect(all.json).toMatchObject({ impressions: 2, clicks: 1, cost: '0.03' });
});
