import { beforeAll, describe, expect, it } from '@jest/globals';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { secondMs } from '../../../src/time';
import { noon, usd } from '../../support/verifier';
import { type NotificationWorld, startNotificationWorld } from './notification-world';

let world: NotificationWorld;
beforeAll(async () => {
  world = await startNotificationWorld();
});

/** A webhook whose receiver takes no deposit whose reference begins with `bad`. */
async function addPickyWebhook() {
  world.clock.now = noon;
  const accountId = (await world.addMarket()).advertiserId;
  const { id, receiver } = await world.addWebhook(accountId, ['deposit.booked']);
  receiver.answer = (_req, res) => {
    const { text = '' } = receiver.messages.at(-1) ?? {};
    res.writeHead(text.includes('"reference":"bad') ? 500 : 204).end();
  };
  const referenceOf = ({ text }: { readonly text: string }) =>
    (JSON.parse(text) as { readonly data: { readonly reference: string } }).data.reference;
  const deposit = (reference: string) =>
    bookDeposit(world.ctx, { accountId, amount: usd(1), reference: `${reference} of ${id}` });
  const listSent = () =>
    receiver.messages.map((message) => referenceOf(message).replace(` of ${id}`, ''));
  return { id, deposit, listSent };
}

const at = (seconds: number) => (world.clock.now = new Date(noon.getTime() + seconds * secondMs));

describe('messages that a receiver does not take', () => {
  it('keep no others from it for more than some minutes, and are tried no more often than every 5 minutes', async () => {
    const { deposit, listSent } = await addPickyWebhook();
    for (let nth = 0; nth < 20; nth += 1) await deposit(`bad ${nth}`);
    for (let minute = 0; minute < 180; minute += 1) {
      at(minute * 60);
      await world.deliver();
    }
    const before = listSent();
    const sentAt = new Map<string, number>();
    for (let second = 0; second < 1_800; second += 10) {
      at(180 * 60 + second);
      if (second % 60 === 0) await deposit(`good ${second}`);
      await world.deliver();
      for (const reference of listSent()) if (!sentAt.has(reference)) sentAt.set(reference, second);
    }
    const waits = Array.from({ length: 20 }, (_, nth) => {
      const second = 600 + nth * 60;
      return (sentAt.get(`good ${second}`) ?? Infinity) - second;
    });
    expect(Math.max(...waits)).toBeLessThanOrEqual(180);
    const tries = Map.groupBy(listSent().slice(before.length), (reference) => reference);
    const most = Math.max(...[...tries.values()].map(({ length }) => length));
    expect(most).toBeLessThanOrEqual(1_800 / 300);
  });

  it('come behind those that were not tried', async () => {
    const { deposit, listSent } = await addPickyWebhook();
    await deposit('bad');
    await world.deliver();
    at(60);
    await deposit('good 1');
    at(61);
    await deposit('good 2');
    await world.deliver();
    expect(listSent()).toEqual(['bad', 'good 1', 'good 2', 'bad']);
  });

  it('have their turn among many others', async () => {
    const { deposit, listSent } = await addPickyWebhook();
    await deposit('bad');
    await world.deliver();
    at(60);
    for (let nth = 0; nth < 30; nth += 1) await deposit(`good ${nth}`);
    await world.deliver();
    expect(listSent().indexOf('bad', 1)).toBeLessThanOrEqual(10);
  });
});
