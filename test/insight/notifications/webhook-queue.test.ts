import { expect, it } from '@jest/globals';
import { WebhookQueue } from '../../../src/insight/notifications/webhook-queue';

const callee = (id: string, host = 'one.example') => ({
  ...{ id, accountId: `account-${id}` },
  url: `https://${host}/hook`,
});

it('a webhook with more to send goes behind those that wait, though it was due meanwhile', () => {
  const queue = new WebhookQueue();
  const [a, b, c] = [callee('a'), callee('b'), callee('c')] as const;
  queue.set([a, b]);
  expect(queue.begin()).toEqual(['a', 'b']);
  queue.set([a, b, c]);
  queue.end('a', true);
  expect(queue.begin()).toEqual(['c']);
});

it('a webhook that has got another URL meanwhile waits for the turn of its host', () => {
  const queue = new WebhookQueue();
  queue.set(['a', 'b'].map((id) => callee(id)));
  queue.begin();
  queue.set([callee('a', 'other.example'), callee('c')]);
  queue.end('a', true);
  expect(queue.begin()).toEqual(['c', 'a']);
});
