import { chromium, type Browser } from 'playwright-core';

/** The Chromium of the tests, or the one that `CHROME_PATH` names. */
export async function launchBrowser(): Promise<Browser> {
  const { default: packaged } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: process.env.CHROME_PATH ?? (await packaged.executablePath()),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}
