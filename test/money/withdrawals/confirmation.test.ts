import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { holdPayments } from '../../../src/money/payments/payment.service';
import { pauseSettlement, resumeSettlement } from '../../../src/money/payments/settlement.service';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { expireWithdrawals } from '../../../src/money/withdrawals/withdrawal.service';
import { hourMs } from '../../../src/time';
import { logIn, send, sendGraphql, type TestApp } from '../../support/app';
import { runCommand, runCommandLine } from '../../support/command-line';
import { startMailApp } from '../../support/mail-app';
import { linkOf, type SmtpServer } from '../../support/smtp-server';
import { addressOfUser } from '../payments/ledger-world';

const password = 'correct horse';

let app: TestApp;
let smtp: SmtpServer;
let mongodbUri: string;
beforeAll(async () => {
  ({ app, smtp, mongodbUri } = await startMailApp());
});

let savers = 0;
async function aSaver() {
  const email = `saver-${(savers += 1)}@money.example`;
  const account = await createAccount(app.ctx, {
    email,
    password,
    roles: ['advertiser'],
    payoutAddress: `ads:${addressOfUser(100 + savers)}`,
  });
  await bookDeposit(app.ctx, { accountId: account.id, amount: 10n ** 12n });
  const { body } = await send(`${app.url}/auth/login`, { json: { email, password } });
  const ask = async (query: string) => (await sendGraphql(app, body.apiToken, query)).body;
  return { ...account, email, ask };
}

const ask = async (query: string) => (await sendGraphql(app, null, query)).body;
const codeOf = ({ errors }: { readonly errors: any }) => errors[0].extensions.code as string; // oxlint-disable-line typescript/no-explicit-any -- what GraphQL sends

/** Asks for a withdrawal, and waits for its mail. */
async function request(saver: Awaited<ReturnType<typeof aSaver>>, amount: string) {
  const before = smtp.mails.length;
  const { data } = await saver.ask(
    `mutation { requestWithdrawal(amount: "${amount}") { id step amount } }`,
  );
  const mail = await smtp.received(before + 1);
  return { ...data.requestWithdrawal, mail, link: linkOf(mail) } as {
    readonly id: string;
    readonly step: string;
    readonly mail: typeof mail;
    readonly link: URL;
  };
}

const pageOf = (link: URL, init: RequestInit = {}) => send(`${app.url}${link.pathname}`, init);

describe('a withdrawal where the server sends mail', () => {
  it('is approved by the link of the mail, once, and by looking at it not', async () => {
    const saver = await aSaver();
    const { step, mail, link } = await request(saver, '4');
    expect([step, mail.to, mail.subject]).toEqual([
      'unconfirmed',
      saver.email,
      'Confirm your withdrawal',
    ]);
    expect(mail.text).toContain('4 coins');
    expect(mail.text).toContain(saver.payoutAddress);
    const shown = await pageOf(link);
    expect([shown.status, String(shown.body)]).toEqual([200, expect.stringContaining('4 coins')]);
    const confirmed = await pageOf(link, { method: 'POST' });
    expect(confirmed.status).toBe(200);
    const { data } = await saver.ask(
      '{ withdrawals { nodes { step payment { id } } } viewer { funds } }',
    );
    expect(data).toEqual({
      withdrawals: { nodes: [{ step: 'approved', payment: null }] },
      viewer: { funds: '6' },
    });
    expect((await pageOf(link, { method: 'POST' })).status).toBe(422);
    expect((await pageOf(link)).status).toBe(422);
  });

  it.each([
    ['another secret', (token: string) => `${token.split('.')[0]}.${'A'.repeat(43)}`],
    ['no secret', (token: string) => token.split('.')[0]!],
    ['nothing', () => ''],
    ['a long text', () => 'a.'.repeat(10_000)],
  ])('is confirmed by %s not', async (_case, change) => {
    const saver = await aSaver();
    const { link } = await request(saver, '1');
    const token = change(link.pathname.split('/').at(-1)!);
    const reply = await ask(`mutation { confirmWithdrawal(token: "${token}") { id } }`);
    expect(codeOf(reply)).toBe('VALIDATION_FAILED');
  });

  it('is confirmed by the link of another one not', async () => {
    const saver = await aSaver();
    const [one, other] = [await request(saver, '1'), await request(saver, '2')];
    const secret = other.link.pathname.split('.').at(-1);
    const reply = await ask(`mutation { confirmWithdrawal(token: "${one.id}.${secret}") { id } }`);
    expect(codeOf(reply)).toBe('VALIDATION_FAILED');
  });

  it('becomes funds again when nobody has followed the link for a day', async () => {
    const saver = await aSaver();
    const { link } = await request(saver, '4');
    const confirmed = await request(saver, '3');
    await pageOf(confirmed.link, { method: 'POST' });
    const { now } = app.clock;
    const { signal } = new AbortController();
    app.clock.now = () => new Date(now().getTime() + 23 * hourMs);
    await expireWithdrawals(app.ctx, signal);
    app.clock.now = () => new Date(now().getTime() + 25 * hourMs);
    try {
      expect((await pageOf(link, { method: 'POST' })).status).toBe(422);
      await Promise.all([expireWithdrawals(app.ctx, signal), expireWithdrawals(app.ctx, signal)]);
    } finally {
      app.clock.now = now;
    }
    const { data } = await saver.ask('{ withdrawals { nodes { step } } viewer { funds } }');
    expect(data).toEqual({
      withdrawals: { nodes: [{ step: 'expired' }, { step: 'approved' }] },
      viewer: { funds: '7' },
    });
  });

  it('waits for its link to the last millisecond of a day', async () => {
    const saver = await aSaver();
    const [one, other] = [await request(saver, '4'), await request(saver, '3')];
    const lapsesAt = async (id: string) => {
      const asked = (await app.ctx.withdrawals.findById(id))?.requestedAt;
      return (asked?.getTime() ?? NaN) + 24 * hourMs;
    };
    const { now } = app.clock;
    const { signal } = new AbortController();
    try {
      const first = await lapsesAt(one.id);
      app.clock.now = () => new Date(first - 1);
      await expireWithdrawals(app.ctx, signal);
      expect((await pageOf(one.link)).status).toBe(200);
      expect((await pageOf(one.link, { method: 'POST' })).status).toBe(200);
      const second = await lapsesAt(other.id);
      app.clock.now = () => new Date(second);
      expect((await pageOf(other.link)).status).toBe(422);
      expect((await pageOf(other.link, { method: 'POST' })).status).toBe(422);
      await expireWithdrawals(app.ctx, signal);
    } finally {
      app.clock.now = now;
    }
    const { data } = await saver.ask('{ withdrawals { nodes { id step } } viewer { funds } }');
    expect(data.withdrawals.nodes).toEqual([
      { id: one.id, step: 'approved' },
      { id: other.id, step: 'expired' },
    ]);
    expect(data.viewer.funds).toBe('6');
  });

  it('is cancelled by its owner, whose link does nothing then', async () => {
    const saver = await aSaver();
    const { id, link } = await request(saver, '4');
    const { data } = await saver.ask(`mutation { cancelWithdrawal(id: "${id}") { step } }`);
    expect(data.cancelWithdrawal.step).toBe('cancelled');
    expect((await pageOf(link, { method: 'POST' })).status).toBe(422);
  });
});

const run = (...args: readonly string[]) => runCommand(mongodbUri, ['withdrawal', ...args]);

const say = async (...args: readonly string[]) => {
  const env = { MONGODB_URI: mongodbUri };
  return (await runCommandLine(['withdrawal', ...args], { env })).printed;
};

describe('why an approved withdrawal waits', () => {
  it('is shown to its owner and to operators, and of others nothing', async () => {
    const [held, paid] = [await aSaver(), await aSaver()];
    const wanted = await request(held, '1');
    const waiting = await request(held, '2');
    const other = await request(paid, '1');
    await holdPayments(app.ctx, { accountId: held.id, reason: 'papers' });
    const heldReason = 'held by the operator: papers';
    expect(await say('approve', wanted.id)).toContain(heldReason);
    expect((await run('approve', other.id)).json.heldReason).toBeNull();

    const own = await held.ask(
      '{ withdrawals { nodes { id heldReason unpaid { code words } } } withdrawalQuote { unpaid { code words until } } }',
    );
    expect(own.data.withdrawals.nodes).toEqual([
      { id: wanted.id, heldReason, unpaid: { code: 'held_by_operator', words: 'papers' } },
      { id: waiting.id, heldReason: null, unpaid: null },
    ]);
    expect(own.data.withdrawalQuote.unpaid).toEqual({
      ...{ code: 'held_by_operator', words: 'papers', until: null },
    });
    const operator = await logIn(app, 'operator');
    const { body } = await send(`${app.url}/graphql`, {
      headers: { Authorization: `Bearer ${operator}` },
      json: { query: '{ allWithdrawals(step: approved) { id accountId heldReason } }' },
    });
    const all = body.data.allWithdrawals as readonly { readonly id: string }[];
    expect(all.filter(({ id }) => [wanted.id, other.id].includes(id))).toEqual(
      [
        { id: wanted.id, accountId: held.id, heldReason },
        { id: other.id, accountId: paid.id, heldReason: null },
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    const listed = await run('list', '--account', held.email, '--step', 'approved');
    expect(listed.json.withdrawals).toMatchObject([{ id: wanted.id, heldReason }]);
    expect(await say('list', '--account', held.email)).toContain(heldReason);
  });

  it('is the server’s reason where the account has none', async () => {
    const saver = await aSaver();
    const { id } = await request(saver, '1');
    await run('approve', id);
    const ask = async () =>
      (await saver.ask('{ withdrawals { nodes { heldReason } } }')).data.withdrawals.nodes;
    await pauseSettlement(app.ctx, 'odd');
    expect(await ask()).toEqual([{ heldReason: 'the operator has paused all payments' }]);
    await resumeSettlement(app.ctx, { fromLedger: false });
    expect(await ask()).toEqual([{ heldReason: null }]);
  });
});

describe('adgate withdrawal', () => {
  it('lists, approves one whose mail has not come, and rejects', async () => {
    const saver = await aSaver();
    const [one, other] = [await request(saver, '1'), await request(saver, '2')];
    const { json } = await run('list', '--account', saver.email, '--step', 'unconfirmed');
    expect(json.withdrawals.map(({ id }: { id: string }) => id).sort()).toEqual(
      [one.id, other.id].sort(),
    );
    expect((await run('approve', one.id)).json).toMatchObject({
      id: one.id,
      accountId: saver.id,
      amount: '1',
      address: saver.payoutAddress,
      step: 'approved',
    });
    expect((await run('approve', one.id)).exitCode).toBe(1);
    const rejected = await run('reject', other.id, '--reason', 'papers are missing');
    expect(rejected.json).toMatchObject({ step: 'rejected', reason: 'papers are missing' });
    expect((await run('reject', 'x', '--reason', 'papers')).exitCode).toBe(2);
    const { data } = await saver.ask('{ viewer { funds } }');
    expect(data.viewer.funds).toBe('9');
  });
});
