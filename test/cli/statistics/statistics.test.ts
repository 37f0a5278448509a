import { expect, it } from '@jest/globals';
import { runCommand, runCommandLine } from '../../support/command-line';
import { startVerifier } from '../../support/verification';
import { noon } from '../../support/verifier';
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

it('adgate statistics --csv prints a table, whatever campaigns are called', async () => {
  const one = await startVerifier();
  const market = await one.addMarket({ campaign: { name: '=1+1, "x"' } });
  await tellVerdicts(one.ctx, [{ ...market, occurredAt: noon }]);
  const range = ['--from', '2026-05-01T12:00:00Z', '--to', '2026-05-01T14:00:00Z'];
  const run = (...options: string[]) =>
    runCommandLine(['statistics', ...range, ...options], { env: { MONGODB_URI: one.uri } });
  const table = await run('--csv', '--by', 'campaign', '--interval', 'hour');
  const [head, row, ...others] = table.printed.trimEnd().split('\r\n');
  expect(head).toMatch(/^from,to,campaign,name,views,validViews,uniqueViews,/);
  const times = '2026-05-01T12:00:00+00:00,2026-05-01T13:00:00+00:00';
  expect(row).toContain(`${times},${market.campaignId},"'=1+1, ""x""",1,1,`);
  expect(others).toEqual([]);
  const wrong = [
    await run('--by', 'campaign'),
    await run('--csv', '--by', 'mood'),
    await run('--csv', '--interval', 'second'),
    await run('--csv', '--time-zone', 'Mars/Olympus'),
    await run('--csv', '--top', '0'),
  ];
  expect(wrong.map(({ exitCode, lines }) => [exitCode, lines.join()])).toEqual([
    [2, expect.stringContaining('for --csv')],
    [2, expect.stringContaining('--by must be one of campaign')],
    [2, expect.stringContaining('--interval must be one of hour')],
    [2, expect.stringContaining('IANA')],
    [2, expect.stringContaining('--top must be')],
  ]);
});
