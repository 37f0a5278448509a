import { beforeAll, expect, it } from '@jest/globals';
import type { Level } from 'pino';
import { requestBids } from '../../../src/market/serving/serving.service';
import { asRequest, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { captureLog } from '../../support/captured-log';

const requestId = 'f'.repeat(32);
const message = 'a find was answered';

let app: TestApp;
let creativeId: string;
beforeAll(async () => {
  app = await startApp();
  const { creatives } = await createActiveCampaign(app.ctx);
  creativeId = creatives[0]!.id;
});

/** Collects the log of a find for a usual placement and for an odd one. */
async function entriesAt(level: Level) {
  const { log, entriesOf } = captureLog(level);
  const imp = { types: undefined, mimes: undefined, isTopFrame: null };
  const box = (width: number) => ({ width, height: 250, depth: 0, name: 'Default' });
  await requestBids(
    asRequest(Object.assign(Object.create(app.ctx) as typeof app.ctx, { log })),
    {
      id: requestId,
      site: { host: 'logged.example', publisher: null, medium: 'web', vendor: null },
      user: { id: 'a-visitor', hasWallet: false, utcOffset: null, consent: null },
      imps: [
        { ...imp, id: 'top', placement: box(300) },
        { ...imp, id: 'odd', placement: box(123) },
      ],
      isTest: false,
      isFromTag: false,
    },
    { explainTo: null },
  );
  return entriesOf(message);
}

it('at debug the log tells who won a placement, and why another has nobody; nothing of the visitor', async () => {
  const entries = await entriesAt('debug');
  expect(entries).toEqual([
    {
      ...{ level: 20, msg: message, requestId, host: 'logged.example', isTest: false },
      won: [{ impId: 'top', creativeId, rpm: expect.any(Number) }],
      lost: [{ impId: 'odd', reason: 'creativeSizeNotAllowed', details: ['scope 300x250'] }],
    },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/a-visitor|127\.0\.0\.1/);
});

it('at info the log has nothing of a find', async () => {
  expect(await entriesAt('info')).toEqual([]);
});
