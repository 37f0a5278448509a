import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bookNewDeposits } from '../../../src/money/deposits/book-new-deposits.service';
import { accessToken, logIn, sendGraphql, startApp, type TestApp } from '../../support/app';
import { runCommand } from '../../support/command-line';
import { withDb } from '../../cli/support';
import { addressOfUser } from '../payments/ledger-world';
import { type PayingWorld, startPayingWorld } from '../payments/paying-world';

const email = 'ada@deposits.example';

let world: PayingWorld;
let app: TestApp;
let token: string;
let code: string;
let operator: string;

beforeAll(async () => {
  world = await startPayingWorld();
  app = await startApp({ mongodbUri: world.mongodbUri });
  token = await accessToken(app, { scopes: ['payment.read'], email });
  operator = await logIn(app, 'operator');
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const run = (...args: readonly string[]) => runCommand(world.mongodbUri, args);

async function query(bearer: string, text: string) {
  const { body } = await sendGraphql(app, bearer, text);
  return body;
}

async function deposit(amount: string, message: string): Promise<void> {
  const params = { address: addressOfUser(1), amount, message };
  await world.ledger.callAs(5, 'send_one', params);
  world.ledger.closeBlock();
  await bookNewDeposits(world.ctx, new AbortController().signal);
}

const codeQuery = '{ viewer { depositCode depositAddress } }';

describe('the code of an account', () => {
  it('is shown to who may see its money, the same one at every time', async () => {
    const { data } = await query(token, codeQuery);
    expect(data.viewer).toEqual({
      depositCode: expect.stringMatching(/^[0-9a-f]{32}$/),
      depositAddress: addressOfUser(1),
    });
    code = data.viewer.depositCode;
    expect((await query(token, codeQuery)).data).toEqual(data);
    const { json } = await run('user', 'show', email);
    expect(json.depositCode).toBe(code);
    const other = await accessToken(app, { scopes: ['payment.read'] });
    expect((await query(other, codeQuery)).data.viewer.depositCode).not.toBe(code);
  });

  it('is not shown to a token without the scope', async () => {
    const blind = await accessToken(app, { scopes: ['site.read'] });
    const { errors } = await query(blind, '{ viewer { depositCode } }');
    expect(errors[0].extensions.code).toBe('FORBIDDEN');
  });
});

describe('deposits', () => {
  it('are shown to whose funds have them, and are in them', async () => {
    await deposit('2.5', code.toUpperCase().padStart(64, '0'));
    const { data } = await query(
      token,
      '{ viewer { funds } deposits { totalCount nodes { amount sender transactionId message } } }',
    );
    expect(data).toEqual({
      viewer: { funds: '2.5' },
      deposits: {
        totalCount: 1,
        nodes: [
          {
            amount: '2.5',
            sender: addressOfUser(5),
            transactionId: expect.stringMatching(/^0001:/),
            message: code.padStart(64, '0'),
          },
        ],
      },
    });
    const other = await accessToken(app, { scopes: ['payment.read'] });
    expect((await query(other, '{ deposits { totalCount } }')).data.deposits.totalCount).toBe(0);
  });

  it('that name nobody are listed and given to somebody by operators', async () => {
    await deposit('3', 'ef'.repeat(32));
    const { json } = await run('deposit', 'list', '--unassigned');
    expect(json.deposits).toMatchObject([
      { amount: '3', accountId: null, sender: addressOfUser(5), message: 'ef'.repeat(32) },
    ]);
    const [{ id }] = json.deposits;
    const { data } = await query(
      operator,
      '{ all: allDeposits { id } open: allDeposits(isUnassigned: true) { id accountId } }',
    );
    expect([data.all.length, data.open]).toEqual([2, [{ id, accountId: null }]]);
    const nobodys = { id, amount: '3', accountId: null };
    expect((await run('deposit', 'assign', id, email)).json).toMatchObject({ id, amount: '3' });
    expect((await run('deposit', 'unassign', id)).json).toMatchObject(nobodys);
    expect((await run('deposit', 'assign', id, email)).exitCode).toBe(0);
    expect((await run('deposit', 'assign', id, email)).exitCode).toBe(0);
    await accessToken(app, { scopes: ['payment.read'], email: 'bob@deposits.example' });
    expect((await run('deposit', 'assign', id, 'bob@deposits.example')).exitCode).toBe(1);
    expect((await run('deposit', 'assign', 'x', email)).exitCode).toBe(2);
    const ended = await run('deposit', 'end', id, '0001:00000002:00FF');
    expect([ended.exitCode, JSON.stringify(ended)]).toEqual([
      1,
      expect.stringMatching(/was not taken back/),
    ]);
    expect((await run('deposit', 'list', '--unassigned')).json.deposits).toEqual([]);
    expect((await run('deposit', 'list', '--user', email)).json.deposits).toHaveLength(2);
    const shown = await query(token, '{ viewer { funds } deposits { nodes { amount } } }');
    expect(shown.data).toEqual({
      viewer: { funds: '5.5' },
      deposits: { nodes: [{ amount: '2.5' }, { amount: '3' }] },
    });
  });

  it('are listed for operators a hundred at a time, however many they ask for', async () => {
    await withDb(world.mongodbUri, async (db) => {
      const deposits = db.collection<{ _id: string }>('deposits');
      const [deposit] = await deposits.find().toArray();
      const copies = Array.from({ length: 100 }, (_, at) => {
        const transactionId = `0009:00000009:${at.toString(16).padStart(4, '0')}`;
        return { ...deposit, _id: at.toString(16).padStart(32, '0'), transactionId };
      });
      await deposits.insertMany(copies);
    });
    const { data } = await query(operator, '{ allDeposits(first: 500) { id } }');
    expect(data.allDeposits).toHaveLength(100);
  });
});
