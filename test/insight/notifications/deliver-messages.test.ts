import { beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { deliverMessages } from '../../../src/insight/notifications/deliver-messages.service';
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  rotateWebhookSecret,
} from '../../../src/insight/notifications/webhook.service';
import { replayWebhookMessage } from '../../../src/insight/notifications/webhook-messages.service';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { startHostileReceiver } from '../../support/hostile-receiver';
import { aMessage } from '../../support/notification-access';
import { minutesAfter, noon, usd } from '../../support/verifier';
import { type NotificationWorld, startNotificationWorld } from './notification-world';

let world: NotificationWorld;
beforeAll(async () => {
  world = await startNotificationWorld();
});
/** Real receivers verify by the real time. */
const reset = (at = new Date()) => (world.clock.now = at);
const deposit = (accountId: string, amount = usd(1)) =>
  bookDeposit(world.ctx, { accountId, amount });

async function addAccount(): Promise<string> {
  reset();
  return (await world.addMarket()).advertiserId;
}
const bodyOf = ({ text }: { readonly text: string }) => JSON.parse(text) as Record<string, unknown>;

describe('a webhook', () => {
  it('is told of what it asked for, signed as Standard Webhooks say', async () => {
    const accountId = await addAccount();
    const { secret, receiver, id } = await world.addWebhook(accountId, ['deposit.booked']);
    await bookDeposit(world.ctx, { accountId, amount: usd(5), reference: 'bank 1' });
    await world.deliver();
    const [message] = receiver.messages;
    expect(new StandardWebhook(secret).verify(message!.text, message!.headers)).toEqual({
      type: 'deposit.booked',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      data: { amount: '0.05', reference: 'bank 1' },
    });
    expect(message!.headers).toMatchObject({ 'content-type': 'application/json' });
    const [kept] = await world.messagesOf(id);
    expect(kept).toMatchObject({
      id: message!.headers['webhook-id'],
      state: 'delivered',
      attempts: [{ status: 204, excerpt: '', problem: null }],
    });
    await world.deliver();
    expect(receiver.messages).toHaveLength(1);
  });

  it('is not told of other kinds, of other campaigns, or of others', async () => {
    const accountId = await addAccount();
    const { receiver } = await world.addWebhook(accountId, ['payment.sent']);
    const market = await world.addMarket({ advertiserId: accountId });
    const ofOne = await world.addWebhook(accountId, ['deposit.booked'], market.campaignId);
    const ofOther = await world.addWebhook(await addAccount(), ['deposit.booked']);
    await deposit(accountId);
    await world.deliver();
    expect([receiver, ofOne.receiver, ofOther.receiver].map((one) => one.messages)).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('gets a message again, under its id, until it takes it', async () => {
    const accountId = await addAccount();
    const { receiver, id } = await world.addWebhook(accountId, ['deposit.booked']);
    reset(noon);
    receiver.answer = (_req, res) => res.writeHead(503).end('later');
    await deposit(accountId);
    await world.deliver();
    await world.deliver();
    expect(receiver.messages).toHaveLength(1);
    expect(await world.messagesOf(id)).toMatchObject([
      {
        state: 'pending',
        nextAttemptAt: new Date(noon.getTime() + 5_000),
        attempts: [{ status: 503, excerpt: 'later', problem: 'it answered 503' }],
      },
    ]);
    expect(await world.ctx.webhooks.findOwned(accountId, id)).toMatchObject({
      failures: 1,
      failingSince: noon,
    });
    receiver.answer = (_req, res) => res.end();
    reset(minutesAfter(noon, 1));
    await world.deliver();
    const ids = receiver.messages.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(await world.messagesOf(id)).toMatchObject([{ state: 'delivered' }]);
    expect(await world.ctx.webhooks.findOwned(accountId, id)).toMatchObject({
      failures: 0,
      failingSince: null,
    });
  });

  it('rests after failures in a row, and gets all that waits once it takes a message', async () => {
    const accountId = await addAccount();
    const { receiver, id } = await world.addWebhook(accountId, ['deposit.booked']);
    reset(noon);
    receiver.answer = (_req, res) => res.writeHead(500).end();
    for (let nth = 1; nth <= 4; nth += 1) await deposit(accountId, BigInt(nth));
    await world.deliver();
    reset(minutesAfter(noon, 1));
    await world.deliver();
    await world.deliver();
    reset(minutesAfter(noon, 2));
    await world.deliver();
    // Three at once, then one for each time that it has rested.
    expect(receiver.messages).toHaveLength(5);
    await deposit(accountId, 5n);
    receiver.answer = (_req, res) => res.end();
    reset(minutesAfter(noon, 10));
    await world.deliver();
    expect((await world.messagesOf(id)).map(({ state }) => state)).toEqual(
      Array(5).fill('delivered'),
    );
  });

  it('is disabled when it has taken nothing for days and a message’s time is over', async () => {
    const accountId = await addAccount();
    const { receiver, id } = await world.addWebhook(accountId, ['deposit.booked']);
    receiver.answer = (_req, res) => res.writeHead(500).end();
    reset(noon);
    await deposit(accountId);
    await world.deliver();
    const days = (count: number) => minutesAfter(noon, count * 24 * 60);
    for (const day of [1, 2, 2.9]) {
      reset(days(day));
      await world.deliver();
      expect(await world.messagesOf(id)).toMatchObject([{ state: 'pending' }]);
    }
    reset(days(3));
    await world.deliver();
    expect(await world.messagesOf(id)).toMatchObject([{ state: 'dead', nextAttemptAt: null }]);
    expect(await world.ctx.webhooks.findOwned(accountId, id)).toMatchObject({
      isEnabled: false,
      disabledReason: 'it answered 500',
    });
    const [dead] = await world.messagesOf(id);
    const own = { accountId, id: dead!.id };
    await expect(replayWebhookMessage(world.ctx, own)).rejects.toMatchObject({ code: 'CONFLICT' });
    await enableWebhook(world.ctx, { accountId, id });
    receiver.answer = (_req, res) => res.end();
    await replayWebhookMessage(world.ctx, own);
    await world.deliver();
    expect(await world.messagesOf(id)).toMatchObject([{ state: 'delivered' }]);
  });

  it('is left alone for as long as it asks', async () => {
    const accountId = await addAccount();
    const { receiver, id } = await world.addWebhook(accountId, ['deposit.booked']);
    reset(noon);
    receiver.answer = (_req, res) => res.writeHead(429, { 'Retry-After': '3600' }).end();
    await deposit(accountId);
    await world.deliver();
    await deposit(accountId);
    reset(minutesAfter(noon, 59));
    await world.deliver();
    expect(receiver.messages).toHaveLength(1);
    receiver.answer = (_req, res) => res.writeHead(503, { 'Retry-After': '99999999' }).end();
    reset(minutesAfter(noon, 61));
    await world.deliver();
    expect(receiver.messages).toHaveLength(2);
    receiver.answer = (_req, res) => res.end();
    reset(minutesAfter(noon, 61 + 12 * 60));
    await world.deliver();
    expect((await world.messagesOf(id)).map(({ state }) => state)).toEqual(
      Array(2).fill('delivered'),
    );
  });

  it('gets two signatures while its secret changes, then one', async () => {
    const accountId = await addAccount();
    const { receiver, id, secret: former } = await world.addWebhook(accountId, ['deposit.booked']);
    const { secret } = await rotateWebhookSecret(world.ctx, { accountId, id }, 24);
    const isSignedBy = (one: string) => {
      const { text, headers } = receiver.messages.at(-1)!;
      try {
        return Boolean(new StandardWebhook(one).verify(text, headers));
      } catch {
        return false;
      }
    };
    reset(new Date());
    await deposit(accountId);
    await world.deliver();
    expect([former, secret].map(isSignedBy)).toEqual([true, true]);
    await rotateWebhookSecret(world.ctx, { accountId, id }, 0);
    await deposit(accountId);
    await world.deliver();
    expect([former, secret].map(isSignedBy)).toEqual([false, false]);
    await expect(rotateWebhookSecret(world.ctx, { accountId, id }, 169)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('is disabled at once when it is gone', async () => {
    const accountId = await addAccount();
    const { receiver, id } = await world.addWebhook(accountId, ['deposit.booked']);
    receiver.answer = (_req, res) => res.writeHead(410).end();
    await deposit(accountId);
    await world.deliver();
    expect(await world.ctx.webhooks.findOwned(accountId, id)).toMatchObject({ isEnabled: false });
    expect(await world.messagesOf(id)).toMatchObject([{ state: 'dead' }]);
  });

  it('does not keep others from theirs while it hangs', async () => {
    const [slow, quick] = [await addAccount(), await addAccount()];
    const hanging = await world.addWebhook(slow, ['deposit.booked']);
    const { receiver } = await world.addWebhook(quick, ['deposit.booked']);
    const stopping = new AbortController();
    hanging.receiver.answer = () => undefined;
    receiver.answer = (_req, res) => {
      res.end();
      if (hanging.receiver.messages.length > 0) stopping.abort();
    };
    await deposit(slow);
    await deposit(quick);
    const turn = deliverMessages(world.ctx, stopping.signal);
    for (let nth = 0; !stopping.signal.aborted; nth += 1) await deposit(quick);
    await turn;
    expect(receiver.messages.length).toBeGreaterThan(0);
    // A delivery that was under way as the process stopped is tried again.
    expect(await world.messagesOf(hanging.id)).toMatchObject([{ state: 'pending', attempts: [] }]);
    await deleteWebhook(world.ctx, { accountId: slow, id: hanging.id });
  });

  it('gets the messages behind one that cannot be sent, which is tried again later, and is not to blame', async () => {
    const accountId = await addAccount();
    const { receiver, id } = await world.addWebhook(accountId, ['deposit.booked']);
    const { now } = world.clock;
    const message = {
      ...aMessage({ webhookId: id, accountId, nextAttemptAt: now, body: Buffer.from('spoilt') }),
      retryUntil: minutesAfter(now, 1),
    };
    await world.ctx.inTransaction((session) =>
      world.ctx.webhookMessages.insert([message], session),
    );
    await deposit(accountId);
    await world.deliver();
    expect(receiver.messages).toHaveLength(1);
    const ours = { status: null, excerpt: null, problem: 'this server could not send it' };
    const states = async () =>
      (await world.messagesOf(id)).map(({ state, attempts }) => ({ state, attempts }));
    expect(await states()).toEqual(
      expect.arrayContaining([
        { state: 'pending', attempts: [{ at: now, ...ours }] },
        { state: 'delivered', attempts: [expect.anything()] },
      ]),
    );
    await world.deliver();
    expect(await states()).toContainEqual({ state: 'pending', attempts: [{ at: now, ...ours }] });
    reset(minutesAfter(now, 1));
    await world.deliver();
    expect(await states()).toContainEqual({
      state: 'dead',
      attempts: [
        { at: now, ...ours },
        { at: minutesAfter(now, 1), ...ours },
      ],
    });
    const [webhook] = await world.ctx.webhooks.listEnabled([id]);
    expect(webhook).toMatchObject({ failures: 0, restsUntil: null });
  });

  it('is told nothing more once it is deleted', async () => {
    const accountId = await addAccount();
    const { receiver, id } = await world.addWebhook(accountId, ['deposit.booked']);
    receiver.answer = (_req, res) => res.writeHead(500).end();
    await deposit(accountId);
    await world.deliver();
    await deleteWebhook(world.ctx, { accountId, id });
    reset(minutesAfter(new Date(), 60));
    await deposit(accountId);
    await world.deliver();
    expect(receiver.messages).toHaveLength(1);
    expect(await world.messagesOf(id)).toEqual([]);
    expect(bodyOf(receiver.messages[0]!)).toHaveProperty('type', 'deposit.booked');
  });

  it('is told nothing more from the moment on at which it is disabled', async () => {
    const accountId = await addAccount();
    const { receiver, id } = await world.addWebhook(accountId, ['deposit.booked']);
    receiver.answer = (_req, res) =>
      void disableWebhook(world.ctx, { accountId, id }).then(() => res.writeHead(204).end());
    for (let nth = 0; nth < 3; nth += 1) await deposit(accountId);
    await world.deliver();
    expect(receiver.messages).toHaveLength(1);
    await enableWebhook(world.ctx, { accountId, id });
    receiver.answer = (_req, res) => res.writeHead(204).end();
    await world.deliver();
    expect(receiver.messages).toHaveLength(3);
  });

  it('does not keep others from theirs by switching to another protocol', async () => {
    const accountId = await addAccount();
    const hostile = await startHostileReceiver((socket) =>
      socket.write('HTTP/1.1 101 Other\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
    );
    const terms = { accountId, campaignId: null, url: hostile.url };
    const kinds = ['deposit.booked'] as const;
    // As many as an account may have called at once.
    const hooks = await Promise.all(
      [1, 2, 3, 4].map(() => createWebhook(world.ctx, { ...terms, kinds })),
    );
    const { receiver } = await world.addWebhook(accountId, kinds);
    const failedBefore = world.ctx.webhookAttempts.failed;
    await deposit(accountId);
    // Two of a host at once.
    for (const _half of [1, 2]) await world.deliver();
    expect(receiver.messages).toHaveLength(1);
    expect(world.ctx.webhookAttempts.failed - failedBefore).toBe(4);
    for (const { webhook } of hooks) {
      const [message] = await world.messagesOf(webhook.id);
      expect(message).toMatchObject({
        state: 'pending',
        attempts: [{ status: 101, problem: 'it answered 101' }],
      });
    }
  });
});

describe('an attempt that never ends, by a defect of this server,', () => {
  const hanging = () => ({
    ...world.ctx,
    egress: { ...world.ctx.egress, post: () => new Promise<never>(() => undefined) },
  });

  it('is cut, noted and counted', async () => {
    const accountId = await addAccount();
    const { id } = await world.addWebhook(accountId, ['deposit.booked']);
    // Of other tests: on a slow machine they are due again.
    await world.ctx.webhookMessages.models[0]!.deleteMany({});
    const failedBefore = world.ctx.webhookAttempts.failed;
    await deposit(accountId);
    await deliverMessages(hanging(), new AbortController().signal, 100);
    expect(await world.messagesOf(id)).toMatchObject([
      { state: 'pending', attempts: [{ status: null, problem: 'this server could not send it' }] },
    ]);
    expect(world.ctx.webhookAttempts.failed - failedBefore).toBe(1);
  });

  it('does not keep the process from its end', async () => {
    const accountId = await addAccount();
    const { id } = await world.addWebhook(accountId, ['deposit.booked']);
    await deposit(accountId);
    const stopping = new AbortController();
    const ctx = hanging();
    const post = () => {
      stopping.abort();
      return new Promise<never>(() => undefined);
    };
    await deliverMessages({ ...ctx, egress: { ...ctx.egress, post } }, stopping.signal);
    expect(await world.messagesOf(id)).toMatchObject([{ state: 'pending', attempts: [] }]);
  });
});
