import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mailedKinds } from '../../../src/insight/notifications/mailed-kinds';
import { testKind, webhookKinds } from '../../../src/insight/notifications/webhook-kind';
import {
  readWebhookMessageBody,
  replayWebhookMessage,
  sendTestWebhookMessage,
} from '../../../src/insight/notifications/webhook-messages.service';
import { deleteWebhook, disableWebhook } from '../../../src/insight/notifications/webhook.service';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { accessToken, sendGraphql, startApp, type TestApp } from '../../support/app';
import { startNotificationWorld } from './notification-world';
import { createActiveCampaign } from '../../support/campaigns';
import { aMessage } from '../../support/notification-access';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
});

const url = 'https://hooks.example/a';
const create = (input: string) =>
  ask(`mutation { createWebhook(input: { ${input} }) {
    secret webhook { id url kinds campaignId isEnabled disabledReason failingSince }
  } }`);

async function ask(query: string, bearer = token) {
  const { body } = await sendGraphql(app, bearer, query);
  return body;
}

describe('a test of a webhook', () => {
  it('is sent and signed as any message, to whom asks for other kinds; one at a time', async () => {
    const hooks = await startNotificationWorld();
    const account = await createAccount(hooks.ctx, {
      ...{ email: 'tester@test.example', password: 'correct horse', roles: ['advertiser'] },
    });
    const accountId = account.id;
    const { id, receiver } = await hooks.addWebhook(accountId, ['payment.sent']);
    const message = await sendTestWebhookMessage(hooks.ctx, { accountId, id });
    await expect(sendTestWebhookMessage(hooks.ctx, { accountId, id })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await hooks.deliver();
    const [received] = receiver.messages;
    expect(received!.headers).toMatchObject({
      'webhook-id': message.id,
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
    expect(JSON.parse(received!.text)).toEqual({
      ...{ type: 'webhook.test', timestamp: expect.any(String), data: { webhookId: id } },
    });
    const own = { accountId, id: message.id };
    expect(await readWebhookMessageBody(hooks.ctx, own)).toBe(received!.text);
    expect(await hooks.messagesOf(id)).toMatchObject([{ id: message.id, state: 'delivered' }]);
    await sendTestWebhookMessage(hooks.ctx, { accountId, id });
    await disableWebhook(hooks.ctx, { accountId, id });
    await expect(sendTestWebhookMessage(hooks.ctx, { accountId, id })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('is gone with its webhook, also where the deletion was cut off, which its owner’s next try completes', async () => {
    const hooks = await startNotificationWorld();
    const accountId = 'a'.repeat(32);
    const { id } = await hooks.addWebhook(accountId, ['payment.sent']);
    const message = await sendTestWebhookMessage(hooks.ctx, { accountId, id });
    const deleteOf = jest.spyOn(hooks.ctx.webhookMessages, 'deleteOf');
    deleteOf.mockRejectedValueOnce(new Error('the database is gone'));
    await expect(deleteWebhook(hooks.ctx, { accountId, id })).rejects.toThrow('gone');
    const isGone = { code: 'NOT_FOUND' };
    const own = { accountId, id: message.id };
    await expect(readWebhookMessageBody(hooks.ctx, own)).rejects.toMatchObject(isGone);
    await expect(replayWebhookMessage(hooks.ctx, own)).rejects.toMatchObject(isGone);
    for (const someone of ['f'.repeat(32), accountId]) {
      expect(await hooks.messagesOf(id)).toHaveLength(1);
      const again = deleteWebhook(hooks.ctx, { accountId: someone, id });
      await expect(again).rejects.toMatchObject(isGone);
    }
    expect(await hooks.messagesOf(id)).toEqual([]);
  });

  it('is no kind to choose', async () => {
    token = await accessToken(app, { scopes: ['webhook.write'] });
    const { errors } = await create(`url: "${url}", kinds: [webhook_test]`);
    expect(errors[0].extensions.code).toBe('VALIDATION_FAILED');
  });
});

describe('a webhook in GraphQL', () => {
  beforeAll(async () => {
    token = await accessToken(app, { scopes: ['webhook.write'] });
  });

  it('is made, read, changed, disabled, enabled and deleted', async () => {
    const { data } = await create(
      `url: "${url}", kinds: [view_accepted, payment_sent, view_accepted]`,
    );
    const { secret, webhook } = data.createWebhook;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const fresh = {
      ...{ id: webhook.id, url, kinds: ['view_accepted', 'payment_sent'], campaignId: null },
      ...{ isEnabled: true, disabledReason: null, failingSince: null },
    };
    expect(webhook).toEqual(fresh);
    const { id } = webhook;
    const changed = await ask(
      `mutation { updateWebhook(id: "${id}", input: { kinds: [deposit_booked] }) { url kinds } }`,
    );
    expect(changed.data.updateWebhook).toEqual({ url, kinds: ['deposit_booked'] });
    const off = await ask(`mutation { disableWebhook(id: "${id}") { isEnabled disabledReason } }`);
    expect(off.data.disableWebhook).toEqual({
      isEnabled: false,
      disabledReason: 'disabled by its owner',
    });
    const on = await ask(`mutation { enableWebhook(id: "${id}") { isEnabled disabledReason } }`);
    expect(on.data.enableWebhook).toEqual({ isEnabled: true, disabledReason: null });
    const list = await ask('{ webhooks { totalCount nodes { id } } }');
    expect(list.data.webhooks).toEqual({ totalCount: 1, nodes: [{ id }] });
    expect(await ask(`mutation { deleteWebhook(id: "${id}") }`)).toEqual({
      data: { deleteWebhook: true },
    });
    expect((await ask(`{ webhook(id: "${id}") { id } }`)).errors[0].extensions.code).toBe(
      'NOT_FOUND',
    );
  });

  it.each([
    ['url: "http://hooks.example/", kinds: [payment_sent]', 'url'],
    ['url: "https://127.1/", kinds: [payment_sent]', 'url'],
    [`url: "${url}", kinds: []`, 'kinds'],
    [`url: "${url}", kinds: [payment_sent], campaignId: "x"`, 'campaignId'],
  ])('is not made by %s', async (input, field) => {
    const { errors } = await create(input);
    expect([errors[0].extensions.code, Object.keys(errors[0].extensions.details)]).toEqual([
      'VALIDATION_FAILED',
      [field],
    ]);
  });

  it('is not for somebody else’s campaign', async () => {
    const { campaign } = await createActiveCampaign(app.ctx);
    const { errors } = await create(
      `url: "${url}", kinds: [view_accepted], campaignId: "${campaign.id}"`,
    );
    expect(errors[0].extensions.code).toBe('NOT_FOUND');
  });

  it('is one of 10 at most, however many are made at once', async () => {
    token = await accessToken(app, { scopes: ['webhook.write'] });
    const made = await Promise.all(
      Array.from({ length: 14 }, () => create(`url: "${url}", kinds: [payment_sent]`)),
    );
    const refused = made.flatMap(({ errors }) => errors ?? []);
    for (const { extensions } of refused) expect(extensions.code).toBe('CONFLICT');
    const { data } = await ask('{ webhooks(first: 50) { totalCount nodes { id } } }');
    expect(data.webhooks.totalCount).toBe(10);
    expect(data.webhooks.totalCount).toBe(14 - refused.length);
  });

  it('shows its messages with what came of them', async () => {
    token = await accessToken(app, { scopes: ['webhook.write'] });
    const { data } = await create(`url: "${url}", kinds: [payment_sent]`);
    const { id: webhookId } = data.createWebhook.webhook;
    const attempt = {
      at: new Date('2026-01-01'),
      status: 500,
      excerpt: 'no',
      problem: 'it answered 500',
    };
    const { accountId } = (await app.ctx.webhooks.listEnabled([webhookId]))[0]!;
    const message = aMessage({ webhookId, accountId, state: 'dead', attempts: [attempt] });
    await app.ctx.inTransaction((session) => app.ctx.webhookMessages.insert([message], session));
    const shown = await ask(`{ webhookMessages(webhookId: "${webhookId}", state: dead) {
      totalCount nodes { id kind count state attempts { status excerpt problem } }
    } }`);
    const [status, excerpt, problem] = [500, 'no', 'it answered 500'];
    expect(shown.data.webhookMessages).toEqual({
      totalCount: 1,
      nodes: [
        {
          ...{ id: message.id, kind: 'payment_sent', count: 1, state: 'dead' },
          attempts: [{ status, excerpt, problem }],
        },
      ],
    });
    const pending = await ask(
      `{ webhookMessages(webhookId: "${webhookId}", state: pending) { totalCount } }`,
    );
    expect(pending.data.webhookMessages.totalCount).toBe(0);
  });
});

it('every kind is told by somebody, and nothing is told that is of no kind', () => {
  const texts = ['src/demand', 'src/money', 'src/insight']
    .flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => join(root, file)),
    )
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(file, 'utf8'));
  const told = texts.flatMap((text) =>
    [...text.matchAll(/\bkind: ((?:'\w+\.\w+'(?: \| )?)+)/g)].flatMap(([, kinds]) =>
      kinds!.replaceAll("'", '').split(' | '),
    ),
  );
  const ofEvents = ['view', 'click', 'conversion'].flatMap((noun) => [
    `${noun}.accepted`,
    `${noun}.rejected`,
  ]);
  expect([...new Set([...told, ...ofEvents])].sort()).toEqual(
    [...new Set([...webhookKinds, ...mailedKinds])].sort(),
  );
});

it('the kinds of GraphQL are those of messages, with an underscore for the dot', async () => {
  const { data } = await ask('{ __type(name: "WebhookKind") { enumValues { name } } }');
  const names = data.__type.enumValues.map(({ name }: { name: string }) => name);
  expect(names.map((name: string) => name.replace('_', '.'))).toEqual([...webhookKinds, testKind]);
});
