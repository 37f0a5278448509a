import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { hasPackagedBrowser, unpackBrowser } from './packaged-browser';

/** Where an installed Chrome or Chromium usually is, by platform. */
const usualPlaces: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/** Of no service of the browser's maker, and as strict about origins as it comes. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
];

/** A Chrome that tests can pass for: the browser's own user agent says that it is headless, which counts as a bot. */
export const desktopUserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

/**
 * Starts a headless Chromium: on Linux x64 the one of the npm package, elsewhere an installed Chrome, or the one that
 * `CHROME_PATH` names.
 *
 * @param more arguments of the command line
 * @throws when there is none.
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: await findExecutable(),
    args: [...args, ...more],
    headless: true,
  });
}

async function findExecutable(): Promise<string> {
  const named = process.env.CHROME_PATH;
  if (named !== undefined && named !== '') return named;
  if (hasPackagedBrowser) return unpackBrowser();
  const found = usualPlaces[process.platform]?.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(
      `no browser for the tests: install Chrome or Chromium, or name one in CHROME_PATH (${process.platform} ${process.arch})`,
    );
  return found;
}
