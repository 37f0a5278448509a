import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { fundsOf } from '../../../src/money/books/book';
import { receivedEntry } from '../../../src/money/deposits/deposit-entries';
import { type LineOutcome, nothingTold } from '../../../src/money/peer-receipts/peer-receipt';
import { takeReceipt } from '../../../src/money/peer-receipts/take-receipt.service';
import { startApp, type TestApp } from '../../support/app';
import { runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { anEvent, anId } from '../../support/events';
import { aDeposit } from '../../support/money-access';
import { aPeer } from '../../support/peer-access';

const address = '0001-00000003-AB0C';
const email = 'alice@test.example';
const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [
  string,
  string,
  string,
];
const caseId = anId();

let mongodbUri: string;
let app: TestApp;
async function run(...args: readonly string[]) {
  const env = { ADGATE_PEERS: 'approve', MONGODB_URI: mongodbUri };
  const { exitCode, printed, lines } = await runCommandLine(args, { env });
  return { exitCode, said: [printed, ...lines].join('\n') };
}
async function read(...args: readonly string[]) {
  const { exitCode, said } = await run('peer', ...args, '--json');
  return { exitCode, json: JSON.parse(said) };
}

beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri, env: { ADGATE_PEERS: 'approve' } });
  const { ctx } = app;
  await createAccount(ctx, { email, password: 'correct horse', roles: ['advertiser'] });
  await ctx.inTransaction(async (session) => {
    await ctx.peers.insert(aPeer({ address }), session);
    for (const id of [first, second, third]) {
      const deposit = { ...aDeposit(id), peer: address };
      await ctx.deposits.insert(deposit, session);
      await ctx.books.post([receivedEntry(deposit)], session);
      await takeReceipt(ctx, deposit, session);
    }
    const receipt = await ctx.peerReceipts.find(third, session);
    const told = { ...nothingTold, pages: 1, parts: 1, lines: 1, sum: 500n };
    await ctx.peerReceipts.change(receipt!, { state: 'told', told }, session);
    const put = [[{ caseId, value: 500n }]];
    await ctx.peerReceipts.putParts(third, { from: 0, put }, session);
  });
});

describe('adgate peer receipt', () => {
  it('lists receipts by server and state, and is told what is wrong', async () => {
    const all = await read('receipt', 'list', '--peer', address);
    expect(all.json.receipts.map(({ id }: { readonly id: string }) => id)).toEqual([
      ...[third, second, first],
    ]);
    const small = await read('receipt', 'list', '--peer', address.toLowerCase());
    expect(small.json).toEqual(all.json);
    const told = await read('receipt', 'list', '--state', 'told');
    expect(told.json.receipts).toMatchObject([
      { id: third, peer: address, state: 'told', told: { lines: 1, sum: '0.000000005' } },
    ]);
    expect((await run('peer', 'receipt', 'list', '--state', 'lost')).said).toMatch(/one of/);
    expect((await run('peer', 'receipt', 'list', '--after', second)).said).toMatch(
      new RegExp(`^${first} `),
    );
  });

  it('keeps one for the operator, and gives one to an account', async () => {
    const kept = await read('receipt', 'keep', first);
    expect(kept).toMatchObject({ exitCode: 0, json: { id: first, state: 'kept' } });
    const assigned = await read('receipt', 'assign', second, email);
    expect(assigned).toMatchObject({ exitCode: 0, json: { id: second, state: 'assigned' } });
    const account = await app.ctx.accounts.findByEmail(email);
    const funds = await app.ctx.books.balanceOf(fundsOf(account!.id));
    expect([funds > 0n, funds]).toEqual([true, aDeposit(second).amount]);
    for (const args of [
      ['assign', first, email],
      ['keep', second],
      ['keep', third],
      ['keep', 'x'],
      ['keep', 'f'.repeat(32)],
      ['assign', third, 'nobody@test.example'],
    ])
      expect([args, (await run('peer', 'receipt', ...args)).exitCode]).not.toEqual([args, 0]);
  });

  it.each(['receipt list', 'receipt assign', 'receipt keep', 'statement'])(
    'says what `peer %s` does',
    async (command) => {
      const { exitCode, said } = await run('peer', ...command.split(' '), '--help');
      expect([exitCode, said]).toEqual([0, expect.stringContaining(`adgate peer ${command}`)]);
    },
  );
});

describe('adgate peer statement', () => {
  it('shows the lines of a receipt', async () => {
    const { json } = await read('statement', third);
    expect(json).toMatchObject({ part: 1, receipt: { id: third, peer: address } });
    expect(json.lines).toEqual([
      {
        ...{ caseId, value: '0.000000005', eventId: null, siteId: null, campaignId: null },
        ...{ booked: '0', supplyFee: '0', boost: '0', boostFee: '0' },
      },
    ]);
    expect((await run('peer', 'statement', third)).said).toMatch(
      `${caseId}  told 0.000000005, booked 0, not shown here`,
    );
  });

  it('names the site and the campaign of a line that is booked', async () => {
    const { ctx } = app;
    const shown = anEvent({ demandServer: address });
    await ctx.events.insertMany([shown], shown.occurredAt);
    const booked = { booked: 500n, supplyFee: 5n, boost: 0n, boostFee: 0n };
    const note = (outcomes: readonly LineOutcome[] | null) =>
      ctx.inTransaction((session) =>
        ctx.peerReceipts.noteOutcomes(third, { number: 0, outcomes }, session),
      );
    await note([{ eventId: shown.id, ...booked }]);
    const { json } = await read('statement', third);
    const { said } = await run('peer', 'statement', third);
    await note(null);
    const { siteId, campaignId } = shown;
    expect(json.lines).toMatchObject([{ caseId, eventId: shown.id, siteId, campaignId }]);
    expect(said).toContain(`boost 0, site ${siteId}, campaign ${campaignId}`);
  });

  it('shows the receipts of a server in sums', async () => {
    const { json } = await read('statement', address);
    expect(json).toMatchObject({
      address,
      receipts: [{ id: third, told: { lines: 1 } }, { id: second }, { id: first }],
    });
    const { said } = await run('peer', 'statement', address, '--after', second);
    expect(said).toMatch(new RegExp(`^${address}\n${first} .* told 0 in 0 lines,`));
  });

  it.each([
    [third, '--part', '2'],
    [third, '--part', '0'],
    ['f'.repeat(32)],
    ['x'],
    ['0001-00000004-DBEB'],
    ['0001-00000003-FFFF'],
  ])('refuses %s %s %s', async (...args) => {
    const { exitCode, said } = await run('peer', 'statement', ...args);
    expect(exitCode).not.toBe(0);
    expect(said).toMatch(/part|receipt|peer|address|account/);
  });
});
