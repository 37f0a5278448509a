import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createId } from '../../../src/id';
import { deliverMessages } from '../../../src/insight/notifications/deliver-messages.service';
import { findDueSince } from '../../../src/insight/notifications/webhook-messages.service';
import { eventually } from '../../support/eventually';
import { aMessage } from '../../support/notification-access';
import { type Receiver, startReceiver } from '../../support/receiver';
import { minutesAfter } from '../../support/verifier';
import { type NotificationWorld, startNotificationWorld } from './notification-world';

let world: NotificationWorld;
let receiver: Receiver;
beforeAll(async () => {
  world = await startNotificationWorld();
});
beforeEach(async () => {
  receiver = await startReceiver();
});

/** A webhook of an account of its own, with messages that are due. @returns its id */
async function addWebhook(
  url: string,
  { messages = 1, id = createId(world.ctx) } = {},
): Promise<string> {
  const { ctx, clock } = world;
  const accountId = createId(ctx);
  await ctx.webhooks.insert({
    ...{ id, accountId, url, kinds: ['payment.sent'], campaignId: null },
    ...{ secret: `whsec_${'A'.repeat(44)}`, formerSecret: null, formerSecretUntil: null },
    ...{ isEnabled: true, enabledAt: null, disabledReason: null },
    ...{ failures: 0, failingSince: null, restsUntil: null },
  });
  const due = Array.from({ length: messages }, (_, nth) =>
    aMessage({ webhookId: id, accountId, nextAttemptAt: clock.now, id: `msg_${id}${nth}` }),
  );
  await ctx.inTransaction((session) => ctx.webhookMessages.insert(due, session));
  return id;
}

/** The same context, whose store of messages has other methods. */
function contextWith(
  change: Partial<NotificationWorld['ctx']['webhookMessages']>,
): NotificationWorld['ctx'] {
  const webhookMessages = { ...world.ctx.webhookMessages, ...change };
  return Object.assign(Object.create(world.ctx) as NotificationWorld['ctx'], { webhookMessages });
}

const run = (ctx: NotificationWorld['ctx']) => deliverMessages(ctx, new AbortController().signal);

it('webhooks of one host have their turn in one run, though all that are called end while it looks for more', async () => {
  const { webhookMessages } = world.ctx;
  const other = await startReceiver();
  const first = await addWebhook(other.url);
  for (let nth = 0; nth < 3; nth += 1) await addWebhook(receiver.url);
  const answers: (() => void)[] = [];
  let isAnswering = false;
  receiver.answer = (_req, res) => {
    if (isAnswering) res.end();
    else answers.push(() => res.end());
  };
  const [begun, ended] = [new Set<string>(), new Set<string>()];
  const ctx = contextWith({
    async findDue(id, question) {
      begun.add(id);
      const message = await webhookMessages.findDue(id, question);
      if (message !== null || question.isUntried) return message;
      ended.add(id);
      // Two are called still, as many as may be of one host.
      if (id === first) {
        await eventually(() => expect(answers).toHaveLength(2));
        isAnswering = true;
        for (const answer of answers) answer();
      }
      return null;
    },
    async listDueWebhooks(now) {
      const due = await webhookMessages.listDueWebhooks(now);
      await eventually(() => expect(ended).toEqual(begun));
      return due;
    },
  });
  await run(ctx);
  expect([other, receiver].map(({ messages }) => messages.length)).toEqual([1, 3]);
});

it('all webhooks with something to send are looked for seldom, not after each turn', async () => {
  let looks = 0;
  const count = 60;
  for (let nth = 0; nth < count; nth += 1) await addWebhook(receiver.url);
  const listDueWebhooks = (now: Date) => {
    looks += 1;
    return world.ctx.webhookMessages.listDueWebhooks(now);
  };
  await run(contextWith({ listDueWebhooks }));
  expect(receiver.messages).toHaveLength(count);
  // Every 3 s of a minute, and as the run ends.
  expect(looks).toBeLessThanOrEqual(22);
});

it('a webhook with much to send lets others of its host have their turn', async () => {
  const paths: string[] = [];
  receiver.answer = (req, res) => {
    paths.push(req.url ?? '');
    res.end();
  };
  const add = (path: string, first: string, messages: number) =>
    addWebhook(new URL(path, receiver.url).href, { messages, id: first.padEnd(32, '0') });
  await add('/busy', '1', 110);
  await add('/busy-too', '2', 110);
  await add('/other', '3', 1);
  await run(world.ctx);
  expect(paths).toHaveLength(221);
  expect(paths.indexOf('/other')).toBeLessThanOrEqual(100);
});

it('the message that is due longest is found among 100 webhooks, not all', async () => {
  const { ctx, clock } = world;
  for (let nth = 0; nth < 120; nth += 1) await addWebhook(receiver.url);
  let asked = 0;
  const counted =
    <Found>(list: (ids: readonly string[]) => Promise<Found>) =>
    (ids: readonly string[]) => {
      asked += ids.length;
      return list(ids);
    };
  const { webhooks, webhookMessages } = ctx;
  const listEnabled = counted((ids) => webhooks.listEnabled(ids));
  const listCallees = counted((ids) => webhooks.listCallees(ids));
  const counting = { webhooks: { ...webhooks, listEnabled, listCallees }, webhookMessages };
  expect(await findDueSince(counting, clock.now)).toEqual(clock.now);
  expect(asked).toBeLessThanOrEqual(100);
});

it('the message that is due longest is found behind more than 100 of a webhook that is disabled', async () => {
  const { ctx, clock } = world;
  const due = clock.now;
  await addWebhook(receiver.url);
  clock.now = minutesAfter(due, -1);
  const id = await addWebhook(receiver.url, { messages: 120 });
  await ctx.webhooks.update(id, { isEnabled: false });
  clock.now = due;
  expect(await findDueSince(ctx, due)).toEqual(due);
  await ctx.webhooks.update(id, { isEnabled: true });
  expect(await findDueSince(ctx, due)).toEqual(minutesAfter(due, -1));
});
