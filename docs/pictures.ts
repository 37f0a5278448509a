/**
 * `npm run pictures`: takes the pictures of README.md and docs/ anew, of an `npm start` of its own with two weeks of figures.
 * Uses the browser of the tests: on Linux x64 that of the npm package, elsewhere an installed Chrome.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { withContext } from '../src/cli/services';
import { parseConfig } from '../src/config';
import { createLogInLink } from '../src/identity/accounts/log-in-link.service';
import { demoId } from '../src/insight/demo-page/demo-site';
import { findRunningDatabase } from '../src/start/embedded-database';
import { recordDemoFigures } from '../test/panel/demo-figures';
import { desktopUserAgent, launchBrowser } from '../test/support/browser';

interface Picture {
  /** Below docs/. */
  readonly file: string;
  /** A demo account; null: nobody is logged in. */
  readonly who: 'advertiser' | 'publisher' | null;
  readonly path: string;
  readonly theme: 'dark' | 'light';
  /** CSS pixels; a picture has four fifths of them. */
  readonly height: number;
  /** Waits until all is there. */
  readonly prepare: (page: Page) => Promise<unknown>;
}

const width = 1250;
const scale = 0.8;
const mostBytes = 150_000;
const patienceMs = 180_000;

const pictures: readonly Picture[] = [
  {
    ...{ file: 'demo.png', who: null, path: '/demo', theme: 'light', height: 1075 },
    prepare: (page) =>
      page
        .locator('[data-placement="Leaderboard"] [data-step="view"][data-outcome="good"]')
        .waitFor(),
  },
  {
    ...{ file: 'images/dashboard.png', who: 'advertiser', theme: 'light', height: 781 },
    path: '/panel/dashboard?range=30d',
    prepare: (page) => page.locator('canvas').first().waitFor(),
  },
  {
    ...{ file: 'images/site.png', who: 'publisher', theme: 'dark', height: 1000 },
    path: `/panel/sites/${demoId('site')}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Code of Rectangle', exact: true }).click();
      await page.locator('iframe[title="Ad in Rectangle"]').scrollIntoViewIfNeeded();
      await page.getByText('On your page this would now be a view').waitFor();
    },
  },
  {
    ...{ file: 'images/ads.png', who: 'publisher', theme: 'light', height: 781 },
    path: `/panel/sites/${demoId('site')}/ads`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Accept the ad' }).nth(8).waitFor();
      await page.waitForFunction(
        `[...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight).every((image) => image.complete)`,
      );
    },
  },
];

/** Resolves with the URL of a gateway as `npm start` runs it. */
async function startAll(dataFolder: string): Promise<{ url: string; program: ChildProcess }> {
  const program = spawn(process.execPath, ['--enable-source-maps', 'dist/src/start/main.js'], {
    env: { ...process.env, PORT: '0', ADGATE_DATA_DIR: dataFolder, ADGATE_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: program.stdout })) {
    const url = /^Adgate is ready at (\S+)$/.exec(line)?.[1];
    if (url !== undefined) {
      program.stdout.resume();
      return { url, program };
    }
  }
  throw new Error('the gateway ended before it was ready');
}

type Reader = Picture['who'];

/** Adds what the demo lacks; links that log in, by the account. */
async function prepareAccounts(
  dataFolder: string,
  url: string,
): Promise<ReadonlyMap<Reader, string>> {
  const uri = await findRunningDatabase(dataFolder);
  if (uri === null) throw new Error('the database does not run');
  const env = { ADGATE_DATA_DIR: dataFolder, ADGATE_PUBLIC_URL: url };
  return withContext(uri, parseConfig(env), async (services) => {
    await recordDemoFigures(services);
    const links = new Map<Reader, string>();
    for (const who of ['advertiser', 'publisher'] as const)
      links.set(who, await createLogInLink(services, demoId(who)));
    return links;
  });
}

async function take(context: BrowserContext, url: string, picture: Picture): Promise<void> {
  const { file, height, theme } = picture;
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme });
  await page.goto(`${url}${picture.path}`);
  await picture.prepare(page);
  // What was clicked would look as if it were pointed at.
  await page.mouse.move(0, 0);
  const bytes = await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toBuffer();
  if (bytes.length > mostBytes) throw new Error(`${file} has ${bytes.length} bytes`);
  writeFileSync(join(__dirname, file), bytes);
  await page.close();
  process.stdout.write(`${file} ${bytes.length}\n`);
}

async function takeAll(): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'adgate-pictures-'));
  const { url, program } = await startAll(dataFolder);
  const exited = once(program, 'exit');
  const browser = await launchBrowser();
  try {
    const links = await prepareAccounts(dataFolder, url);
    for (const [who, own] of Map.groupBy(pictures, (picture) => picture.who)) {
      const context = await browser.newContext({
        ...{ userAgent: desktopUserAgent, locale: 'en-US', timezoneId: 'UTC' },
        ...{ deviceScaleFactor: scale, reducedMotion: 'reduce' },
      });
      const link = links.get(who);
      if (link !== undefined) await (await context.newPage()).goto(link);
      for (const picture of own) await take(context, url, picture);
      await context.close();
    }
  } finally {
    await browser.close();
    program.kill('SIGTERM');
    await exited;
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

takeAll().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
