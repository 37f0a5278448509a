import { describe, expect, it } from '@jest/globals';
import { setRate } from '../../../src/money/rates/rate.service';
import { logIn, send, sendGraphql, startApp } from '../../support/app';
import { runCommand } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';

describe('exchange rates', () => {
  it('are set by operators, in GraphQL or by command, seen by accounts and told at /health', async () => {
    const mongodbUri = await freshDatabase();
    const app = await startApp({ mongodbUri });
    app.clock.now = () => new Date('2026-11-01T10:30:00Z');
    const token = await logIn(app, 'operator');
    const ask = async (query: string) => {
      return (await sendGraphql(app, token, query)).body;
    };
    const healthOf = async () => (await send(`${app.url}/health`)).body;
    expect(await ask('{ exchangeRate { rate } }')).toEqual({ data: { exchangeRate: null } });
    expect(await healthOf()).toEqual({ status: 'ready', exchangeRate: 'missing' });

    const set = await ask(
      'mutation { setExchangeRate(rate: "0.02") { rate from setAt freshUntil source } }',
    );
    expect(set.data.setExchangeRate).toEqual({
      rate: '0.02',
      from: '2026-11-01T10:00:00+00:00',
      setAt: '2026-11-01T10:30:00+00:00',
      freshUntil: '2026-11-02T10:30:00+00:00',
      source: 'operator',
    });
    expect(await healthOf()).toEqual({ status: 'ready', exchangeRate: 'fresh' });
    const wrong = await ask('mutation { setExchangeRate(rate: "3") { rate } }');
    expect(wrong.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { rate: [expect.stringContaining('over ten times off')] },
    });
    expect(
      (await ask('{ exchangeRate(at: "2026-11-02T11:00:00Z") { rate } }')).data.exchangeRate,
    ).toBeNull();
  });

  it('are listed from the latest hour on backwards, also those to come', async () => {
    const app = await startApp();
    app.clock.now = () => new Date('2026-11-01T10:30:00Z');
    const headers = { Authorization: `Bearer ${await logIn(app, 'operator')}` };
    const list = async (args = '') => {
      const query = `{ exchangeRates${args} { rate from source freshUntil } }`;
      const { body } = await send(`${app.url}/graphql`, { json: { query }, headers });
      return body.data.exchangeRates;
    };
    expect(await list()).toEqual([]);
    await setRate(app.ctx, { rate: 2n * 10n ** 9n });
    await setRate(app.ctx, { rate: 3n * 10n ** 9n, source: 'url' });
    const now = {
      ...{ rate: '0.02', from: '2026-11-01T10:00:00+00:00', source: 'operator' },
      freshUntil: '2026-11-02T10:30:00+00:00',
    };
    const next = {
      ...{ rate: '0.03', from: '2026-11-01T11:00:00+00:00', source: 'url' },
      freshUntil: '2026-11-02T11:00:00+00:00',
    };
    expect(await list()).toEqual([next, now]);
    expect(await list('(first: 1)')).toEqual([next]);
    expect(await list(`(before: "${next.from}")`)).toEqual([now]);
  });

  it('that a command sets are in force on a gateway that runs', async () => {
    const mongodbUri = await freshDatabase();
    const app = await startApp({ mongodbUri });
    const shown = await runCommand(mongodbUri, ['rate', 'show']);
    expect(shown.json).toEqual({ rate: null, coming: [] });
    const { json } = await runCommand(mongodbUri, ['rate', 'set', '0.02']);
    expect(json).toMatchObject({ rate: '0.02', source: 'operator' });
    await eventually(async () => {
      expect((await send(`${app.url}/health`)).body.exchangeRate).toBe('fresh');
    });
    expect(app.ctx.rates.recent(new Date())?.rate).toBe(2_000_000_000n);
    const next = await runCommand(mongodbUri, ['rate', 'set', '3', '--force']);
    expect((await runCommand(mongodbUri, ['rate', 'show'])).json).toMatchObject({
      rate: { rate: '0.02' },
      coming: [next.json],
    });
  });

  it.each([
    [['0'], 2, '<usd> must be USD above 0'],
    [['1e3'], 2, '<usd> must be USD above 0 such as 0.02'],
    [['0.123456789012'], 2, 'with at most 11 decimals'],
    [['1', '--from', 'soon'], 2, '--from must be a time'],
    [['1', '--from', '2020-01-01T00:00:00Z'], 1, 'hours that began keep their rate'],
  ])('by command refuse %p', async (args, exitCode, message) => {
    const outcome = await runCommand(await freshDatabase(), ['rate', 'set', ...args]);
    expect([outcome.exitCode, outcome.lines.join()]).toEqual([
      exitCode,
      expect.stringContaining(message),
    ]);
  });
});
