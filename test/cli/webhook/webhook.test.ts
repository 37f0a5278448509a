import { beforeAll, describe, expect, it } from '@jest/globals';
import { createWebhook } from '../../../src/insight/notifications/webhook.service';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { insertAccount } from '../../support/access-world';
import { startApp, type TestApp } from '../../support/app';
import { runCommand } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';
import { type Receiver, startReceiver } from '../../support/receiver';

let app: TestApp;
let mongodbUri: string;
let receiver: Receiver;
const run = (...args: readonly string[]) => runCommand(mongodbUri, args);

beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri, env: { ADGATE_LOOPBACK_WEBHOOKS: '1' } });
  receiver = await startReceiver();
});

async function received(count: number): Promise<void> {
  await eventually(async () => {
    expect(receiver.messages).toHaveLength(count);
    await Promise.resolve();
  }, 30_000);
}

describe('adgate webhook', () => {
  it('lists the webhooks of an account, and has a running gateway send a message again', async () => {
    const { id: accountId } = await insertAccount(app, ['advertiser']);
    const { url } = receiver;
    const { webhook } = await createWebhook(app.ctx, {
      ...{ accountId, campaignId: null, url, kinds: ['deposit.booked'] },
    });
    await bookDeposit(app.ctx, { accountId, amount: 1n });
    await received(1);
    const listed = await run('webhook', 'list', accountId);
    expect(listed.json.webhooks).toMatchObject([
      { id: webhook.id, url, isEnabled: true, failingSince: null },
    ]);
    expect(listed.json.webhooks[0]).not.toHaveProperty('secret');
    const id = receiver.messages[0]!.headers['webhook-id']!;
    await eventually(async () => {
      const message = await app.ctx.webhookMessages.findOwned(accountId, id);
      expect(message?.state).toBe('delivered');
    }, 30_000);
    const replayed = await run('webhook', 'replay', accountId, id);
    expect(replayed).toMatchObject({ exitCode: 0, json: { id, webhookId: webhook.id } });
    await received(2);
    const [first, second] = receiver.messages;
    expect([second!.text, second!.headers['webhook-id']]).toEqual([first!.text, id]);
  });

  it('knows no message of somebody else', async () => {
    const { id } = await insertAccount(app, ['advertiser']);
    expect((await run('webhook', 'replay', id, `msg_${'0'.repeat(32)}`)).exitCode).toBe(1);
  });
});
