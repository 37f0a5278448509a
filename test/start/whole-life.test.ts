import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { send } from '../support/app';
import { desktopUserAgent, launchBrowser } from '../support/browser';
import { runCommandLine } from '../support/command-line';
import { eventually } from '../support/eventually';
import { childOf, type Program, runProgram } from '../support/process';

const publisherAddress = '0001-00000003-AB0C';
const gatewayAddress = '0001-00000001-8B4E';
/** A view is paid within a minute; a machine may be slow. */
const patienceMs = 240_000;

const folder = mkdtempSync(join(tmpdir(), 'adgate-life-'));
let browser: Browser;
let started: { readonly program: Program; readonly url: string; readonly wallet: string };

async function start() {
  const program = runProgram('src/start/main.js', {
    env: {
      ...{ PORT: '0', ADGATE_DATA_DIR: folder, ADGATE_LOG_LEVEL: 'warn' },
      ...{ ADGATE_DEV_NODE_PORT: '0', ADGATE_RELAY_PORT: '0', ADGATE_WALLET_PORT: '0' },
    },
  });
  const [, url = ''] = await program.printed(/^Adgate is ready at (\S+)$/m);
  const [, wallet = ''] = await program.printed(/^ {2}ledger wallet +(http:\S+)$/m);
  return { program, url, wallet };
}

async function stop() {
  started.program.kill('SIGINT');
  return (await started.program.exited).code;
}

beforeAll(async () => {
  browser = await launchBrowser();
  started = await start();
});
afterAll(async () => {
  await browser.close();
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs an operator's command, and reads its JSON. */
async function run(...args: readonly string[]) {
  const { exitCode, printed, lines } = await runCommandLine([...args, '--json'], {
    env: { ADGATE_DATA_DIR: folder, ADGATE_WALLET_URL: started.wallet },
  });
  expect([exitCode, lines]).toEqual([0, []]);
  return JSON.parse(printed);
}

const headers = {
  'Accept-Language': 'en',
  'User-Agent': desktopUserAgent,
};

/** Finds an ad for a page of the demo's publisher, and sees and clicks it. @returns the case */
async function seeAndClick(): Promise<string> {
  const { body } = await send(`${started.url}/supply/find`, {
    headers,
    json: {
      context: {
        iid: randomUUID(),
        url: 'https://gazette.example/',
        publisher: publisherAddress,
      },
      placements: [{ id: 'top', width: 300, height: 250 }],
    },
  });
  const caseId = randomUUID().replaceAll('-', '');
  const [{ viewUrl, clickUrl }] = body.data;
  expect((await send(`${viewUrl}&cid=${caseId}`, { headers })).status).toBe(200);
  expect((await send(`${clickUrl}&cid=${caseId}`, { headers })).status).toBe(302);
  return caseId;
}

/** Reads a case as the demo page does. */
async function lifeOf(caseId: string) {
  const { body } = await send(`${started.url}/demo/cases/${caseId}`);
  return body.events as readonly Record<string, any>[]; // oxlint-disable-line typescript/no-explicit-any -- as the page reads it
}

/** Waits until a view is paid, and its click is judged; with what. */
async function payment(caseId: string) {
  let found: Awaited<ReturnType<typeof lifeOf>> = [];
  await eventually(async () => {
    found = await lifeOf(caseId);
    expect(found.map((event) => [event.kind, event.status, event.payment?.state])).toEqual([
      ['impression', 'accepted', 'confirmed'],
      // Its campaign pays for views only.
      ['click', 'accepted', undefined],
    ]);
  }, patienceMs);
  return found[0]!.payment as Record<string, string>;
}

async function callWallet(method: string, params: object) {
  const { body } = await send(started.wallet, { json: { jsonrpc: '2.0', id: 1, method, params } });
  return body.result;
}

describe('npm start', () => {
  it(
    'pays for a view on its own ledger, and shows it at each step, on /demo, too',
    async () => {
      const page = await browser.newPage({
        userAgent: desktopUserAgent,
        viewport: { width: 1200, height: 2400 },
      });
      await page.goto(`${started.url}/demo`);
      const caseId = await seeAndClick();
      const { transactionId, address } = await payment(caseId);
      expect(address).toBe(publisherAddress);
      const [view] = await lifeOf(caseId);
      expect(Object.keys(view!).sort()).toEqual([
        ...['charge', 'demandServer', 'kind', 'payment', 'reason', 'revenue', 'status'],
      ]);

      const user = await run('user', 'show', 'publisher@adgate.example');
      expect(user.payoutAddress).toBe(`ads:${publisherAddress}`);
      expect((await run('payment', 'list')).payments).toContainEqual(
        expect.objectContaining({
          ...{ state: 'confirmed', transactionId, address, publisherId: user.id },
        }),
      );
      const { network_tx: onLedger } = await callWallet('get_transaction', { txid: transactionId });
      expect(onLedger).toBeDefined();
      const shown = page.locator('[data-step="money"][data-outcome="good"]').first();
      await shown.getByText(/^[0-9A-F]{4}(:[0-9A-F]{4,8}){2}$/).waitFor({ timeout: patienceMs });
      expect(await shown.locator('.chip').innerText()).toBe('paid');
      await page.close();
      const { log } = await callWallet('get_log', { type: 'send_many' });
      expect(log).toContainEqual(
        expect.objectContaining({ id: transactionId, address: publisherAddress, inout: 'out' }),
      );
    },
    patienceMs * 2,
  );

  it(
    'goes on after wallet, relay and node were killed, and after a new start in the same folder',
    async () => {
      for (const file of ['wallet/main.js', 'relay/main.js', 'dev-node/main.js'])
        if (process.platform === 'linux')
          process.kill(childOf(started.program.pid, file)!, 'SIGKILL');
      const first = await payment(await seeAndClick());
      expect(await stop()).toBe(0);
      started = await start();
      const second = await payment(await seeAndClick());
      expect(second['transactionId']).not.toBe(first['transactionId']);

      expect((await run('books', 'check')).problem).toBeNull();
      const { account } = await callWallet('get_me', {});
      expect(account.address).toBe(gatewayAddress);
    },
    patienceMs * 3,
  );
});
