import { beforeAll, describe, expect, it } from '@jest/globals';
import { describeJob } from '../../../src/cli/job/job-text';
import { jobs } from '../../../src/assembly/jobs';
import { logIn, sendGraphql, startApp, type TestApp } from '../../support/app';
import { runCommand, runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';

let app: TestApp;
let mongodbUri: string;

const run = (...args: readonly string[]) => runCommand(mongodbUri, args);
const job = 'remove-unused-contents';

beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri });
  await eventually(async () => {
    expect((await app.ctx.jobStates.list()).get(job)).toHaveLength(1);
  });
});

describe('adgate job', () => {
  it('runs one now, and lists how it went and when it is due', async () => {
    const { exitCode, json } = await run('job', 'run', job);
    expect([exitCode, json]).toEqual([
      0,
      { name: job, pieces: [{ piece: null, result: 'ok', message: null }] },
    ]);
    const listed = (await run('job', 'list')).json.jobs;
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(jobs.map(({ name }) => name));
    const { pieces, ...about } = listed.find(({ name }: { name: string }) => name === job);
    expect(about).toEqual({
      ...{ name: job, everySeconds: 3_600, isPerProcess: false, needs: null },
      failing: 0,
    });
    const [{ nextRunAt, lastStartedAt, lastEndedAt, ...piece }] = pieces;
    expect(piece).toEqual({
      piece: null,
      holder: null,
      lastResult: 'ok',
      lastMessage: null,
      runs: 1,
      lostRuns: 0,
    });
    expect(Date.parse(nextRunAt) - Date.parse(lastEndedAt)).toBe(3_600_000);
    expect(Date.parse(lastStartedAt)).toBeLessThanOrEqual(Date.parse(lastEndedAt));
  });

  it('lists a line for each piece', async () => {
    const { printed } = await runCommandLine(['job', 'list'], {
      env: { MONGODB_URI: mongodbUri },
    });
    expect(printed).toMatch(
      /^store-creative-results {2}every 1 s {2}in each gateway$[^]*^remove-unused-contents {2}every 3600 s {2}.* {2}next \d{4}-[^]*^settle-payments {2}every 5 s {2}needs a wallet {2}did not run yet$/m,
    );
  });

  it('tells many pieces that went well in one line, and each that did not apart', () => {
    const at = new Date('2026-05-01T12:00:00Z');
    const piece = (name: string, lastResult: 'ok' | 'failed') => ({
      ...{ piece: name, holder: null, lastResult, lastMessage: null, runs: 1, lostRuns: 0 },
      ...{ nextRunAt: at, lastStartedAt: at, lastEndedAt: at },
    });
    const pieces = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      piece(name, name === 'c' ? 'failed' : 'ok'),
    );
    const about = { name: 'verify', everySeconds: 5, isPerProcess: false, needs: null, failing: 1 };
    expect(describeJob({ ...about, pieces }).split('\n')).toEqual([
      'verify  every 5 s  c  failed  ended 2026-05-01T12:00:00.000Z  next 2026-05-01T12:00:00.000Z',
      'verify  every 5 s  4 of 5 pieces ok  ended 2026-05-01T12:00:00.000Z  next 2026-05-01T12:00:00.000Z',
    ]);
  });

  it.each([
    ['nonsense', 'job nonsense not found'],
    ['store-creative-results', 'store-creative-results is run by each gateway by itself'],
    ['settle-payments', 'settle-payments needs a wallet'],
  ])('does not run %s', async (name, problem) => {
    const { exitCode, json } = await run('job', 'run', name);
    expect(exitCode).toBe(1);
    expect(json.error.message).toContain(problem);
  });
});

describe('the operator’s GraphQL', () => {
  it('makes a job due at once, which the gateway then runs', async () => {
    const token = await logIn(app, 'operator');
    const ask = (query: string) => sendGraphql(app, token, query);
    const before = (await app.ctx.jobStates.list()).get(job)![0]!.runs;
    const asked = await ask(`mutation { runJob(name: "${job}") { name pieces { piece } } }`);
    expect(asked.body).toEqual({ data: { runJob: { name: job, pieces: [{ piece: null }] } } });
    await eventually(async () => {
      const { body } = await ask('{ jobs { name pieces { runs lastResult holder } } }');
      const found = body.data.jobs.find(({ name }: { name: string }) => name === job);
      expect(found.pieces).toEqual([{ runs: before + 1, lastResult: 'ok', holder: null }]);
    }, 5_000);
  });
});
