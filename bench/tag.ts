import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import pino from 'pino';
import type { Browser } from 'playwright-core';
import { parseConfig } from '../src/config';
import { startGateway } from '../src/assembly/gateway';
import { createDemoData } from '../src/start/demo-data';
import { launchBrowser } from '../test/support/browser';
import { withDatabase } from './support/database';
import { report } from './support/report';
import { median } from './support/statistics';

/** E4: what the ad tag weighs, and what ten placements cost a page in Chromium, everything on this machine. */
const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } });
const placements = 10;
const folder = join('dist', 'tag');
/** Files that pages of visitors do not load: the SHA-1 for pages by plain http, and what helps to build a page. */
const rest = /^(?:debug|hints|sha1)-/;

const sizeOf = (name: string) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;

interface Built {
  readonly core: { readonly file: string; readonly parts: readonly string[] };
}

interface Round {
  /** From the find's start to the last of the ads on the page. */
  readonly filledMs: number;
  readonly scriptMs: number;
}

void withDatabase(async (_db, uri) => {
  // The build has just written the file.
  const { core } = JSON.parse(readFileSync(join(folder, 'v1.json'), 'utf8')) as Built;
  const names = ['v1.js', core.file, ...core.parts.filter((name) => !rest.test(name))];
  report('E4-core bytes, gzipped', `${sizeOf(core.file)}`);
  const all = names.reduce((sum, name) => sum + sizeOf(name), 0);
  report('E4-all bytes, gzipped', `${all}`);
  const data = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  const log = pino({ level: 'silent' });
  const config = parseConfig({ PORT: '0', ADGATE_DATA_DIR: data });
  const gateway = await startGateway(config, log);
  const browser = await launchBrowser();
  try {
    await createDemoData(await gateway.open(uri));
    const rounds = await measure(browser, gateway.url);
    const filled = median(rounds.map(({ filledMs }) => filledMs));
    report(`E4-filled find to ${placements} ads on the page`, `${filled.toFixed(0)} ms`);
    const script = median(rounds.map(({ scriptMs }) => scriptMs));
    report(`E4-script main thread for ${placements} placements`, `${script.toFixed(1)} ms`);
  } finally {
    await browser.close();
    await gateway.close({ graceMs: 0 });
    rmSync(data, { recursive: true, force: true });
  }
});

async function measure(browser: Browser, gatewayUrl: string): Promise<readonly Round[]> {
  const box = '<div data-adgate="300x250"></div>';
  const html = `<!doctype html><title>Bench</title><link rel="icon" href="data:,">${box.repeat(placements)}<script async src="${gatewayUrl}/tag/v1.js"></script>`;
  const page = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end(html));
  page.listen(0, '127.0.0.1');
  await once(page, 'listening');
  const { port } = page.address() as AddressInfo;
  const rounds: Round[] = [];
  // The first one fills the caches.
  for (let at = 0; at <= Number(options.rounds); at += 1)
    rounds.push(await measureOnce(browser, `http://127.0.0.1:${port}/`));
  page.close();
  page.closeAllConnections();
  return rounds.slice(1);
}

async function measureOnce(browser: Browser, url: string): Promise<Round> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 3000 } });
  const page = await context.newPage();
  const debug = await context.newCDPSession(page);
  await debug.send('Performance.enable');
  await page.addInitScript(
    `window.filled = []; document.addEventListener('adgate:filled', () => window.filled.push(performance.now()));`,
  );
  await page.goto(url);
  await page.waitForFunction(`window.filled.length === ${placements}`, undefined, { polling: 50 });
  const { metrics } = await debug.send('Performance.getMetrics');
  const filledMs = await page.evaluate<number>(
    `Math.max(...window.filled) - performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/supply/find')).startTime`,
  );
  await context.close();
  const secondsOf = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0;
  return { filledMs, scriptMs: secondsOf('ScriptDuration') * 1000 };
}
