import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually';
import { type Program, runScript } from '../support/process';
import { type Checkout, createCheckout } from './checkout';

/** A busy machine takes its time; the test's own timeout ends what hangs. */
const patienceMs = 100_000;
/** The gateway's answer for a file that the panel does not have. */
const before = 'the panel has no such file';
const after = 'the panel lacks this file';

let checkout: Checkout;
let dev: Program;
let gatewayUrl: string;
let panelUrl: string;

beforeAll(async () => {
  checkout = createCheckout(
    ['dev', 'panel', 'src', 'sidecar', 'package.json'],
    ['demo', 'dist/panel', 'dist/tag', 'node_modules', 'packages'],
  );
  dev = startDev();
  [, gatewayUrl = ''] = await dev.printed(/dev: gateway (\S+)/);
  [, panelUrl = ''] = await dev.printed(/dev: panel +(\S+)/);
  await dev.printed(/dev: Ctrl-C/);
});

afterAll(async () => {
  dev.kill('SIGKILL');
  await untilGone(dev);
  checkout.remove();
});

function startDev(): Program {
  return runScript(join(checkout.folder, 'dev/main.mjs'), {
    // Settings for `npm start` must have no effect here.
    env: { PORT: '0', MONGODB_URI: 'mongodb://127.0.0.1:1/none', ADGATE_DATA_DIR: '/nowhere' },
    isGroup: true,
  });
}

/** No process is left of those that it has started. */
const untilGone = ({ pid }: Program) =>
  eventually(() => {
    expect(() => process.kill(-pid, 0)).toThrow('ESRCH');
  }, patienceMs);

const answerOf = async (url: string): Promise<string> => (await fetch(url)).text();
const answersWith = (message: string) =>
  eventually(async () => {
    expect(await answerOf(`${gatewayUrl}/panel/assets/none`)).toContain(message);
  }, patienceMs);

it('serves the gateway with the demo, on data of its own', async () => {
  expect(await answerOf(`${gatewayUrl}/demo`)).toContain('<html');
  expect(existsSync(join(checkout.folder, 'data-dev/ledger'))).toBe(true);
  expect(existsSync(join(checkout.folder, 'data'))).toBe(false);
});

it('serves the panel from its sources, and the gateway at the same address', async () => {
  expect(await answerOf(panelUrl)).toContain('/panel/@vite/client');
  expect(await answerOf(new URL('main.tsx', panelUrl).href)).toContain('/panel/routes.tsx');
  const { origin } = new URL(panelUrl);
  const [, path = ''] = await dev.printed(/dev: log in +http:\/\/[^/]+(\/\S+)/);
  expect(await answerOf(origin + path)).toContain('<form');
  expect(await answerOf(`${origin}/health/live`)).toBe(await answerOf(`${gatewayUrl}/health/live`));
});

it('tells an open page of the panel that its sources have changed', async () => {
  const [, token = ''] = /wsToken = "([^"]+)"/.exec(
    await answerOf(new URL('@vite/client', panelUrl).href),
  )!;
  await answerOf(new URL('theme.ts', panelUrl).href);
  const page = new WebSocket(`${panelUrl.replace('http', 'ws')}?token=${token}`, 'vite-hmr');
  const told: string[] = [];
  page.addEventListener('message', ({ data }) => told.push(String(data)));
  await eventually(() => {
    expect(told.join()).toContain('connected');
  }, patienceMs);
  const theme = checkout.read('panel/theme.ts');
  checkout.edit('panel/theme.ts', theme, `${theme}\nexport const changed = true;\n`);
  await eventually(() => {
    expect(told.join()).toMatch(/full-reload|"update"/);
  }, patienceMs);
  page.close();
});

it('restarts the gateway after a change, and goes on with the former one after a mistake', async () => {
  await answersWith(before);
  const path = checkout.fileWith('src', before);
  checkout.edit(path, `'${before}'`, `'${before}`);
  await dev.printed(/dev: not restarted: /);
  await answersWith(before);
  checkout.edit(path, `'${before}`, `'${after}'`);
  await dev.printed(new RegExp(`dev: restarted in .* for ${path}`));
  await answersWith(after);
});

it('starts everything anew after a change of what runs beside the gateway', async () => {
  const path = 'sidecar/relay/main.ts';
  const source = checkout.read(path);
  checkout.edit(path, source, `${source}\n`);
  await dev.printed(/(?:Adgate is ready at[^]*){2}/);
  await dev.printed(new RegExp(`dev: restarted in .* for ${path}`));
  await answersWith(after);
});

it('ends everything at Ctrl-C', async () => {
  dev.kill('SIGINT');
  expect(await dev.exited).toEqual({ code: 0, signal: null });
  await untilGone(dev);
});

it('leaves nothing behind when it is killed', async () => {
  dev = startDev();
  await dev.printed(/dev: Ctrl-C/);
  dev.kill('SIGKILL');
  await untilGone(dev);
});
