import { beforeAll, describe, expect, it } from '@jest/globals';
import { suspendCampaigns } from '../../../src/demand/campaigns/campaign.service';
import { rejectCreative } from '../../../src/demand/creatives/creative-review.service';
import { tellOfEndedCampaigns } from '../../../src/insight/notifications/ended-campaigns.service';
import { sendNoticeMails } from '../../../src/insight/notifications/notice-mail.service';
import {
  listMailedKinds,
  setMailedKinds,
  unsubscribe,
} from '../../../src/insight/notifications/notification-preferences.service';
import { startSmtpServer, type SmtpServer } from '../../support/smtp-server';
import { minutesAfter, noon } from '../../support/verifier';
import { type NotificationWorld, startNotificationWorld } from './notification-world';

let world: NotificationWorld;
let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
  world = await startNotificationWorld(smtp.env);
});

const never = new AbortController().signal;
const at = (minutes: number) => (world.clock.now = minutesAfter(noon, minutes));
const mail = async () => {
  await world.deliver();
  await sendNoticeMails(world.ctx, never);
};
const mailsTo = (accountId: string) =>
  smtp.mails.filter(({ to }) => to === `${accountId}@test.example`);
const reject = (id: string) => rejectCreative(world.ctx, { id, reason: 'misleading' });

describe('an account', () => {
  it('gets a mail of what happened, once, with a link that ends such mails', async () => {
    at(0);
    const { advertiserId, creativeId } = await world.addMarket();
    await reject(creativeId);
    await mail();
    await mail();
    const [first, ...more] = mailsTo(advertiserId);
    expect([first?.subject, more]).toEqual(['A creative was rejected', []]);
    expect(first!.text).toContain(`- Banner (${creativeId}): misleading`);
    const token = /\/auth\/unsubscribe\/(\S+)/.exec(first!.text)![1]!;
    await unsubscribe(world.ctx, token);
    await unsubscribe(world.ctx, token);
    expect(await listMailedKinds(world.ctx, advertiserId)).not.toContain('creative.rejected');
    at(120);
    await reject(creativeId);
    await mail();
    expect(mailsTo(advertiserId)).toHaveLength(1);
  });

  it('gets one mail of a kind in an hour, of all that came meanwhile', async () => {
    at(0);
    const { advertiserId, creativeId } = await world.addMarket();
    await reject(creativeId);
    await mail();
    for (let nth = 0; nth < 25; nth += 1) await reject(creativeId);
    at(30);
    await mail();
    expect(mailsTo(advertiserId)).toHaveLength(1);
    at(60);
    await mail();
    const [, second] = mailsTo(advertiserId);
    expect(second?.subject).toBe('A creative was rejected (25 times)');
    expect(second!.text).toContain('- and 5 more');
    at(180);
    await mail();
    expect(mailsTo(advertiserId)).toHaveLength(2);
  });

  it('gets no mail of what it wants none of', async () => {
    at(0);
    const { advertiserId } = await world.addMarket();
    await setMailedKinds(world.ctx, { accountId: advertiserId, kinds: ['payment.sent'] });
    await suspendCampaigns(world.ctx, { advertiserId, reason: 'no funds' });
    await mail();
    expect(mailsTo(advertiserId)).toEqual([]);
  });

  it('gets the mail later when the mail server takes none', async () => {
    at(0);
    const { advertiserId } = await world.addMarket();
    await suspendCampaigns(world.ctx, { advertiserId, reason: 'no funds' });
    smtp.refuse(1);
    await mail();
    expect(mailsTo(advertiserId)).toEqual([]);
    at(10);
    await mail();
    expect(mailsTo(advertiserId)).toMatchObject([{ subject: 'A campaign is suspended' }]);
  });

  it('gets a mail of each campaign that has ended, once', async () => {
    at(0);
    await tellOfEndedCampaigns(world.ctx, never);
    const endsAt = minutesAfter(noon, 10);
    const one = await world.addMarket({ campaign: { endsAt } });
    await world.addMarket({ advertiserId: one.advertiserId, campaign: { endsAt } });
    // The clock is set back once they are told.
    for (const minute of [5, 11, 12, 9, 13]) {
      at(minute);
      await tellOfEndedCampaigns(world.ctx, never);
    }
    await mail();
    expect(mailsTo(one.advertiserId)).toMatchObject([
      { subject: 'A campaign has ended (2 times)' },
    ]);
  });

  it('gets a mail of a campaign that ends after a clock was far ahead', async () => {
    const endsAt = minutesAfter(noon, 3_000);
    for (const minute of [2_000, 9_000, 2_001]) {
      at(minute);
      await tellOfEndedCampaigns(world.ctx, never);
    }
    const { advertiserId } = await world.addMarket({ campaign: { endsAt } });
    at(3_001);
    await tellOfEndedCampaigns(world.ctx, never);
    await mail();
    expect(mailsTo(advertiserId)).toMatchObject([{ subject: 'A campaign has ended' }]);
  });
});

it.each(['', 'x', `${'a'.repeat(32)}.payment-sent.${'A'.repeat(43)}`])(
  'the token %j ends nothing',
  async (token) => {
    await expect(unsubscribe(world.ctx, token)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  },
);
