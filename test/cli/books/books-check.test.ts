import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app';
import { runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';

let mongodbUri: string;
let app: TestApp;
beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri });
});
afterAll(() => app.close());

it('adgate books check says that the ledger does not answer, and takes that for no bug', async () => {
  // Nobody listens on port 2.
  const env = { MONGODB_URI: mongodbUri, ADGATE_WALLET_URL: 'http://127.0.0.1:2' };
  const { exitCode, lines } = await runCommandLine(['books', 'check'], { env });
  expect([exitCode, lines]).toEqual([
    1,
    [
      'wallet, relay or node did not do as they were asked: nobody listens there: look at these three and run it again',
    ],
  ]);
});
