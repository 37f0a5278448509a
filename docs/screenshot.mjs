/**
 * Takes the picture of the README: `npm start`, then `node docs/screenshot.mjs http://127.0.0.1:8080`.
 * Uses the Chromium of the tests, so Linux x64, or the one that CHROME_PATH names.
 */
import { fileURLToPath } from 'node:url';
import packagedChromium from '@sparticuz/chromium';
import { chromium } from 'playwright-core';

const origin = process.argv[2] ?? 'http://127.0.0.1:8080';
const path = fileURLToPath(new URL('demo.png', import.meta.url));
const executablePath = process.env.CHROME_PATH || (await packagedChromium.executablePath());
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({
  viewport: { width: 1000, height: 860 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
});
await page.goto(`${origin}/demo`);
await page
  .locator('[data-placement="Leaderboard"] [data-step="view"][data-outcome="good"]')
  .waitFor();
// Smaller, so that the picture holds the page's steps and a placement's.
await page.addStyleTag({ content: ':root { zoom: 0.8 }' });
await page.screenshot({ path });
await browser.close();
