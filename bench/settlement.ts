import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { formatAccountAddress } from '../sidecar/ledger/address';
import { formatHex } from '../sidecar/ledger/hex';
import { signingKey } from '../sidecar/ledger/signing';
import { formatAmount } from '../src/amount';
import { parseConfig } from '../src/config';
import type { ServiceContext } from '../src/api/context';
import { earningsOf, fundsOf } from '../src/money/books/book';
import { settlePayments } from '../src/money/payments/settle.service';
import { createJsonRpcClient } from '../src/platform/ledger/json-rpc-client';
import { createLedgerClient } from '../src/platform/ledger/ledger-client';
import { createServiceContext } from '../src/assembly/service-context';
import { type Child, startChild } from './support/child';
import { withDatabase } from './support/database';
import { report, reportRatio } from './support/report';

const { values: options } = parseArgs({
  options: {
    payees: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
  },
});
const publisherCount = Number(options.payees);
/** Of an entry of the verification, which has a view of each. */
const publishersOfEntry = 1_000;
/** Views of each publisher: 100,000 of all, or one where there are more of them. */
const entryCount = Math.max(1, Math.round(100_000 / publisherCount));
const revenue = 500_000_000n;
/** One transaction's; the settlement's own bound. */
const payeesOfCall = 500;
const rounds = Number(options.rounds);
const blockSeconds = 8;

const addressOf = (user: number) => formatAccountAddress({ node: 1, user });
const users = Array.from({ length: publisherCount }, (_, at) => at + 2);
const idOf = (user: number) => user.toString(16).padStart(32, '0');
const advertiser = 'a'.repeat(32);

/** A node, wallets of accounts 0 and 1, and a relay, each in a process of its own. */
async function startLedger(folder: string) {
  const seeds = Array.from({ length: publisherCount + 2 }, () => randomBytes(32));
  const accounts = seeds.map((seed, user) => ({
    address: addressOf(user),
    public_key: formatHex(signingKey(seed).publicKey),
    balance: user < 2 ? '100000' : '1',
  }));
  const accountsFile = join(folder, 'accounts.json');
  writeFileSync(accountsFile, JSON.stringify(accounts));
  const sidecar = (name: string) => join(__dirname, `../sidecar/${name}/main.js`);
  const node = await startChild(sidecar('dev-node'), {
    args: ['--folder', join(folder, 'node'), '--accounts', accountsFile, '--port', '0'],
    env: { ADGATE_DEV_NODE_BLOCK_SECONDS: String(blockSeconds) },
    readyLine: /ready at (\S+)/,
  });
  const nodes = `${node.ready[1]!}/private`;
  const startWallet = (user: number) =>
    startChild(sidecar('wallet'), {
      env: {
        ...{ ADGATE_WALLET_NODES: nodes, ADGATE_WALLET_PORT: '0' },
        ...{
          ADGATE_WALLET_ADDRESS: addressOf(user),
          ADGATE_WALLET_SECRET: formatHex(seeds[user]!),
        },
      },
      readyLine: /ready at (\S+)/,
    });
  const wallet = await startWallet(1);
  // Of another account: settlement pauses where its own one is used beside it.
  const bareWallet = await startWallet(0);
  const relay = await startChild(sidecar('relay'), {
    env: { ADGATE_RELAY_NODES: nodes, ADGATE_RELAY_PORT: '0' },
    readyLine: /ready at (\S+)/,
  });
  const started: readonly Child[] = [relay, bareWallet, wallet, node];
  return {
    walletUrl: wallet.ready[1]!,
    bareWalletUrl: bareWallet.ready[1]!,
    relayUrl: relay.ready[1]!,
    async stop() {
      for (const each of started) await each.stop();
    },
  };
}

async function plantPublishers(db: Connection): Promise<void> {
  await db.collection<{ _id: string }>('accounts').insertMany(
    users.map((user) => ({
      ...{ _id: idOf(user), email: `${user}@bench.example`, roles: ['publisher'] },
      ...{ suspendedReason: null, payoutAddress: `ads:${addressOf(user)}`, states: [] },
    })),
  );
}

/** Books 100,000 accepted views, as the verification sums them up. */
async function earn({ books, inTransaction, now }: ServiceContext, round: number): Promise<void> {
  for (let at = 0; at < entryCount; at += 1) {
    for (let first = 0; first < publisherCount; first += publishersOfEntry) {
      const some = users.slice(first, first + publishersOfEntry);
      const lines = [
        { book: fundsOf(advertiser), amount: -revenue * BigInt(some.length) },
        ...some.map((user) => ({ book: earningsOf(idOf(user)), amount: revenue })),
      ];
      const id = `charge:${round}:${at}:${first}`;
      const entry = { id, kind: 'charge', at: now(), lines, memo: null } as const;
      await inTransaction((session) => books.post([entry], session));
    }
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** Signs and sends by the wallet alone. */
async function sendBare(walletUrl: string): Promise<void> {
  const wallet = createJsonRpcClient(walletUrl);
  const amount = formatAmount(revenue * BigInt(entryCount));
  for (let first = 0; first < publisherCount; first += payeesOfCall) {
    const payees = users.slice(first, first + payeesOfCall);
    await wallet('send_many', {
      wires: Object.fromEntries(payees.map((user) => [addressOf(user), amount])),
    });
  }
}

/**
 * Makes the calls of a settlement, and nothing else: signs, sends the bytes by the relay, and reads afterwards what the
 * ledger has taken.
 *
 * @returns seconds without the wait for blocks
 */
async function sendSigned(walletUrl: string, relayUrl: string): Promise<number> {
  const ledger = createLedgerClient({ walletUrl, relayUrl, confirmBlocks: 2 });
  const amount = revenue * BigInt(entryCount);
  const startedAt = new Date();
  const sent = await secondsOf(async () => {
    for (let first = 0; first < publisherCount; first += payeesOfCall) {
      const payees = users.slice(first, first + payeesOfCall);
      const wires = payees.map((user) => ({ address: addressOf(user), amount }));
      await ledger.sendAgain(await ledger.prepareTransfer(await ledger.readOwnAccount(), wires));
    }
  });
  await sleep(2 * blockSeconds * 1000);
  const confirmed = await secondsOf(async () => {
    const taken = new Set<string>();
    for await (const { sent: entries } of ledger.readLog(startedAt))
      for (const { transactionId } of entries) taken.add(transactionId);
    for (const transactionId of taken)
      if (!(await ledger.findClosed(transactionId))) throw new Error(`${transactionId} is open`);
  });
  return sent + confirmed;
}

/** @returns seconds of the turns that paid and confirmed; the blocks between them are waited for, not counted */
async function settle(ctx: ServiceContext, takeTurn: () => Promise<void>): Promise<number> {
  let seconds = await secondsOf(takeTurn);
  while ((await ctx.paymentBatches.listOpen()).length > 0) {
    await sleep(2 * blockSeconds * 1000);
    seconds += await secondsOf(takeTurn);
  }
  return seconds;
}

async function measure(db: Connection, folder: string): Promise<void> {
  const ledger = await startLedger(folder);
  try {
    const config = parseConfig({
      ...{ ADGATE_DATA_DIR: folder, ADGATE_LEDGER_ADDRESS: addressOf(1) },
      ...{ ADGATE_WALLET_URL: ledger.walletUrl, ADGATE_RELAY_URL: ledger.relayUrl },
      ADGATE_MIN_PAYOUT: '0',
    });
    const log = pino({ level: 'silent' });
    const ctx = await createServiceContext(db, config, { log, publicUrl: 'http://localhost' });
    await plantPublishers(db);
    let fence = 0;
    const { signal } = new AbortController();
    const takeTurn = () => settlePayments(ctx, { fence: (fence += 1), signal });
    let [settled, bare, signed] = [Infinity, Infinity, Infinity];
    for (let round = 0; round < rounds; round += 1) {
      bare = Math.min(bare, await secondsOf(() => sendBare(ledger.bareWalletUrl)));
      signed = Math.min(signed, await sendSigned(ledger.bareWalletUrl, ledger.relayUrl));
      await earn(ctx, round);
      settled = Math.min(settled, await settle(ctx, takeTurn));
    }
    const confirmed = await db.collection('payments').countDocuments({ state: 'confirmed' });
    if (confirmed !== rounds * publisherCount)
      throw new Error(`${confirmed} payments are confirmed`);
    report(
      'P16h payments confirmed in an hour, without the wait for blocks',
      ((publisherCount / settled) * 3_600).toFixed(0),
    );
    const figures = `${(publisherCount / settled).toFixed(0)} / ${(publisherCount / bare).toFixed(0)} per s`;
    reportRatio('P16 payments confirmed / by bare send_many', figures, bare / settled);
    reportRatio(
      'P16-calls the same calls of the ledger alone / bare send_many',
      `${(publisherCount / signed).toFixed(0)} per s`,
      bare / signed,
    );
    reportRatio('P16-books payments confirmed / these calls', '', signed / settled);
    const memory = process.memoryUsage().rss / 2 ** 20;
    report(`P16m memory after ${confirmed} payments`, `${memory.toFixed(0)} MiB`);
  } finally {
    await ledger.stop();
  }
}

void withDatabase(async (db) => {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  try {
    await measure(db, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
