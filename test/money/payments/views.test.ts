import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toDashed } from '../../../src/id';
import { earningsOf } from '../../../src/money/books/book';
import { checkBooks } from '../../../src/money/books/check-books.service';
import { LedgerFailure } from '../../../src/platform/ledger/ledger-failure';
import { accessToken, logIn, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { runCommand, runCommandLine } from '../../support/command-line';
import { addressOfUser } from './ledger-world';
import { coin, type PayingWorld, startPayingWorld } from './paying-world';

const siteId = '51'.repeat(16);
const hour = new Date('2026-11-21T02:00:00Z');
const email = 'ada@payments.example';

let world: PayingWorld;
let app: TestApp;
let publisherToken: string;
let operator: string;
let ada: string;
let nobody: string;

beforeAll(async () => {
  world = await startPayingWorld();
  const { ctx, ledger, settle } = world;
  app = await startApp({ mongodbUri: world.mongodbUri });
  publisherToken = await accessToken(app, { scopes: ['payment.read'], email });
  operator = await logIn(app, 'operator');
  ada = (await ctx.accounts.findByEmail(email))!.id;
  await world.db
    .collection<{ _id: string }>('accounts')
    .updateOne({ _id: ada }, { $set: { payoutAddress: `ads:${addressOfUser(2)}` } });
  nobody = await world.addPublisher(4711);
  const lines = [
    { book: earningsOf(ada), amount: 2n * coin, siteId, hour },
    { book: 'outside:deposits', amount: -2n * coin },
  ] as const;
  const entry = { id: 'test:ada', kind: 'deposit', at: ctx.now(), lines, memo: null } as const;
  await ctx.inTransaction((session) => ctx.books.post([entry], session));
  await world.earn(nobody, 3n);
  await settle();
  ledger.closeBlock();
  await settle();
});
afterAll(() => world.close());

const run = (...args: readonly string[]) => runCommand(world.mongodbUri, args);

async function query(token: string, text: string) {
  const { body } = await sendGraphql(app, token, text);
  return body;
}

describe('payments in GraphQL', () => {
  it('are shown to their payee with what they were earned with', async () => {
    const { data } = await query(
      publisherToken,
      '{ payments { totalCount nodes { amount address state transactionId earned { siteId hour amount } } } }',
    );
    expect(data.payments).toEqual({
      totalCount: 1,
      nodes: [
        {
          amount: '2',
          address: addressOfUser(2),
          state: 'confirmed',
          transactionId: expect.stringMatching(/^0001:/),
          earned: [{ siteId, hour: expect.stringMatching(/^2026-11-21T02:00:00/), amount: '2' }],
        },
      ],
    });
  });

  it('of everybody, and what waits, are shown to operators', async () => {
    const { data } = await query(
      operator,
      '{ allPayments(state: returned) { accountId state reason } waitingEarnings { accountId amount reason isHeld } }',
    );
    expect(data).toEqual({
      allPayments: [
        { accountId: nobody, state: 'returned', reason: expect.stringMatching(/ledger error 19/) },
      ],
      waitingEarnings: [
        {
          accountId: nobody,
          amount: '3',
          reason: expect.stringMatching(/does not pay to this address/),
          isHeld: true,
        },
      ],
    });
  });

  it('of an account, and what waits behind one, are found by its id in any form', async () => {
    for (const write of [toDashed, (id: string) => toDashed(id).toUpperCase()]) {
      const { data } = await query(
        operator,
        `{ allPayments(accountId: "${write(ada)}") { accountId } waitingEarnings(afterId: "${write(nobody)}") { accountId } }`,
      );
      expect(data).toEqual({ allPayments: [{ accountId: ada }], waitingEarnings: [] });
    }
  });

  it('need the scope', async () => {
    const token = await accessToken(app, { scopes: ['site.read'] });
    const { errors } = await query(token, '{ payments { totalCount } }');
    expect(errors[0].extensions.code).toBe('FORBIDDEN');
  });
});

describe('GET /api/payments.csv and /api/journal.csv', () => {
  const get = (path: string, token: string) =>
    fetch(`${app.url}/api/${path}.csv`, { headers: { Authorization: `Bearer ${token}` } });
  const linesOf = async (path: string) =>
    (await (await get(path, publisherToken)).text()).trimEnd().split('\r\n');

  it('are tables of what was paid to and booked for their reader', async () => {
    const time = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+00:00';
    const [head, ...rows] = await linesOf('payments');
    expect(head).toBe(
      'preparedAt,id,kind,amount,address,state,transactionId,sentAt,confirmedAt,returnedAt,reason',
    );
    expect(rows).toEqual([
      expect.stringMatching(
        `^${time},[0-9a-f]{32},earnings,2,${addressOfUser(2)},confirmed,0001:[0-9A-F:]+,${time},${time},,$`,
      ),
    ]);
    const [columns, ...lines] = await linesOf('journal');
    // Both were booked in one second.
    expect([columns, ...lines.toSorted((one) => (one.includes(',payment,') ? -1 : 1))]).toEqual([
      'bookedAt,id,kind,pocket,amount,siteId,campaignId,hour,memo',
      expect.stringMatching(`^${time},[0-9a-f]{32},payment,earnings,-2,,,,$`),
      expect.stringMatching(
        `^${time},[0-9a-f]{32},deposit,earnings,2,${siteId},,2026-11-21T02:00:00\\+00:00,$`,
      ),
    ]);
  });

  it.each(['payments', 'journal'])('need the scope: %s', async (path) => {
    const token = await accessToken(app, { scopes: ['site.read'] });
    expect((await get(path, token)).status).toBe(403);
  });
});

describe('adgate payment', () => {
  it('lists, shows, and pays again whom the ledger has refused', async () => {
    const { json } = await run('payment', 'list', '--state', 'returned');
    const [returned] = json.payments;
    expect(returned).toMatchObject({ publisherId: nobody, amount: '3', transactionId: null });
    const { json: own } = await run('payment', 'list', '--publisher', email);
    const { json: shown } = await run('payment', 'show', own.payments[0].id);
    expect(shown).toMatchObject({
      state: 'confirmed',
      earned: [{ siteId, hour: hour.toISOString(), amount: '2' }],
      notListed: '0',
    });
    const ofNoSite = await run('payment', 'show', returned.id);
    expect(ofNoSite.json).toMatchObject({ earned: [], notListed: '3' });
    const { json: before } = await run('settlement', 'show');
    expect(before.waiting).toMatchObject([{ publisherId: nobody, isHeld: true }]);
    // The returned payment was for a final hour.
    expect(Date.parse(before.finalUntil)).toBeGreaterThan(hour.getTime());
    await run('payment', 'retry', returned.id);
    const { json: after } = await run('settlement', 'show');
    expect(after.waiting).toMatchObject([{ publisherId: nobody, isHeld: false, reason: null }]);
    expect((await run('payment', 'retry', own.payments[0].id)).exitCode).toBe(1);
    expect((await run('payment', 'show', 'x')).exitCode).toBe(2);
  });

  it('holds the earnings of an account, and lets them go', async () => {
    await run('payment', 'hold', nobody, '--reason', 'papers');
    const { json } = await run('settlement', 'show');
    expect(json.waiting[0].reason).toBe('held by the operator: papers');
    await run('payment', 'hold', nobody, '--release');
    expect((await run('settlement', 'show')).json.waiting[0].reason).toBeNull();
    expect((await run('payment', 'hold', nobody)).exitCode).toBe(2);
  });

  it('says why turns fail, since when, and what to do; so do GraphQL and /health/details', async () => {
    const readOwnAccount = () =>
      Promise.reject(new LedgerFailure('unreachable', 'get_me: nobody answers', {}));
    const ledger = { ...world.ctx.ledger!, readOwnAccount };
    await expect(world.settle({ ...world.ctx, ledger })).rejects.toThrow('nobody answers');
    const since = world.ctx.now().toISOString();
    const problem = { kind: 'ledger_fails', text: 'get_me: nobody answers', since };
    const problems = [{ ...problem, remedy: expect.stringMatching(/the wallet, the relay/) }];
    const { json } = await run('settlement', 'show');
    expect(json).toMatchObject({ problem: problem.text, problems });
    const env = { MONGODB_URI: world.mongodbUri };
    const { printed } = await runCommandLine(['settlement', 'show'], { env });
    expect(printed).toMatch(
      new RegExp(
        `^problem \\(ledger_fails, since ${since}\\): get_me.*\n  what to do: look at`,
        'm',
      ),
    );
    const { data } = await query(
      operator,
      '{ settlement { problem problems { kind text since remedy } } gatewayHealth { problems settlementProblems { kind text since remedy } } }',
    );
    const inGraphql = problems.map((one) => ({ ...one, since: since.replace('.000Z', '+00:00') }));
    expect(data.settlement).toEqual({ problem: problem.text, problems: inGraphql });
    expect(data.gatewayHealth.settlementProblems).toEqual(inGraphql);
    expect(data.gatewayHealth.problems).toContain('settlement_failing');
    const { body } = await send(`${app.url}/health/details`);
    expect(body.settlement.problems).toEqual(problems);
    await world.ctx.settlements.set({ failure: null });
    const { json: after } = await run('settlement', 'show');
    expect([after.problem, after.problems]).toEqual([null, []]);
  });

  it('pauses settlement and resumes it', async () => {
    const { json } = await run('settlement', 'pause', '--reason', 'odd');
    expect(json).toMatchObject({ pausedReason: 'odd', onTheirWay: '0', open: [] });
    expect((await run('settlement', 'resume')).json.pausedReason).toBeNull();
  });
});

describe('adgate books check', () => {
  const problems = async () =>
    (await checkBooks(world.ctx)).flatMap(({ name, problem }) =>
      problem === null || !['clearing', 'ledger'].includes(name) ? [] : [[name, problem]],
    );

  it('holds payments to the books and to the ledger', async () => {
    const checks = await checkBooks(world.ctx);
    expect(checks.filter(({ name }) => ['clearing', 'ledger'].includes(name))).toMatchObject([
      { checked: 1, problem: null },
      { checked: 1, problem: null },
    ]);
  });

  it.each([
    ['an amount off by one unit', { amount: 2n * coin + 1n }, ['clearing', 'ledger']],
    ['a payment to another address', { address: addressOfUser(3) }, ['ledger']],
    ['one that is only sent', { state: 'sent' }, ['clearing']],
  ])('names %s', async (_case, change, names) => {
    const payments = world.db.collection('payments');
    const before = await payments.findOne({ accountId: ada });
    await payments.updateOne({ accountId: ada }, { $set: change });
    const found = await problems();
    await payments.replaceOne({ accountId: ada }, before!);
    expect(found.map(([name]) => name)).toEqual(names);
  });

  it('names a transaction that the ledger lacks', async () => {
    const batches = world.db.collection('paymentBatches');
    const before = await batches.findOne({ state: 'confirmed' });
    await batches.updateOne(
      { state: 'confirmed' },
      { $set: { transactionId: '0001:00000099:0001' } },
    );
    const found = await problems();
    await batches.replaceOne({ state: 'confirmed' }, before!);
    expect(found).toEqual([
      ['ledger', expect.stringMatching(/is not in transaction 0001:00000099/)],
    ]);
  });

  it('names a transaction that the ledger has, and whose payments were returned', async () => {
    const batches = world.db.collection('paymentBatches');
    const before = await batches.findOne({ state: 'confirmed' });
    await batches.updateOne({ state: 'confirmed' }, { $set: { state: 'returned' } });
    const found = await problems();
    await batches.replaceOne({ state: 'returned', _id: before!._id }, before!);
    expect(found).toEqual([
      ['ledger', expect.stringMatching(/^transaction 0001:\S+ is batch .*were returned$/)],
    ]);
  });
});
