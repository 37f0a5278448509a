import { beforeAll, describe, expect, it } from '@jest/globals';
import { figurePeriods } from '../../../src/insight/notifications/figure-period';
import { sendNoticeMails } from '../../../src/insight/notifications/notice-mail.service';
import { setMailedKinds } from '../../../src/insight/notifications/notification-preferences.service';
import { tellPeriodFigures } from '../../../src/insight/notifications/period-figures.service';
import { hourOf } from '../../../src/hour';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { startSmtpServer, type SmtpServer } from '../../support/smtp-server';
import { usd } from '../../support/verifier';
import { type NotificationWorld, startNotificationWorld } from './notification-world';

const never = new AbortController().signal;
const [week, month] = figurePeriods;

describe('a period', () => {
  it.each([
    ['2026-11-23T00:00:00Z', '2026-11-16', '2026-11-23'],
    ['2026-11-22T23:59:59Z', '2026-11-09', '2026-11-16'],
    ['2027-01-01T12:00:00Z', '2026-12-21', '2026-12-28'],
    ['2028-03-05T23:59:59.999Z', '2028-02-21', '2028-02-28'],
    ['2028-03-06T00:00:00Z', '2028-02-28', '2028-03-06'],
    // A year that begins with a Monday.
    ['2028-12-31T23:59:59.999Z', '2028-12-18', '2028-12-25'],
    ['2029-01-01T00:00:00Z', '2028-12-25', '2029-01-01'],
  ])('of a week that was over at %s', (at, from, to) => {
    expect(week!.lastOver(new Date(at))).toEqual({ from: new Date(from), to: new Date(to) });
  });

  it.each([
    ['2026-03-01T00:00:00Z', '2026-02-01', '2026-03-01'],
    ['2026-02-28T23:59:59Z', '2026-01-01', '2026-02-01'],
    ['2027-01-31T12:00:00Z', '2026-12-01', '2027-01-01'],
    ['2028-02-29T23:59:59.999Z', '2028-01-01', '2028-02-01'],
    ['2028-03-01T00:00:00Z', '2028-02-01', '2028-03-01'],
    ['2028-03-31T23:59:59.999Z', '2028-02-01', '2028-03-01'],
  ])('of a month that was over at %s', (at, from, to) => {
    expect(month!.lastOver(new Date(at))).toEqual({ from: new Date(from), to: new Date(to) });
  });
});

describe('figures by mail', () => {
  let world: NotificationWorld;
  let smtp: SmtpServer;
  let market: Awaited<ReturnType<NotificationWorld['addMarket']>>;

  let mailed = 0;
  const at = (time: string) => (world.clock.now = new Date(time));
  const tell = async () => {
    await tellPeriodFigures(world.ctx, never);
    await world.deliver();
    await sendNoticeMails(world.ctx, never);
    const mails = smtp.mails.slice(mailed);
    mailed += mails.length;
    return mails;
  };
  const show = async (time: string, views: number) => {
    at(time);
    const setAt = world.clock.now;
    const rate = { from: hourOf(setAt), rate: usd(2), setAt, source: 'operator' } as const;
    await world.ctx.rateStore.put(rate);
    for (let view = 0; view < views; view += 1) await world.store(market, { price: usd(1) });
    at(new Date(Date.parse(time) + 7_200_000).toISOString());
    await verifyAllDue(world.ctx);
  };

  beforeAll(async () => {
    smtp = await startSmtpServer();
    world = await startNotificationWorld(smtp.env);
    at('2026-11-10T12:00:00Z');
    market = await world.addMarket();
  });

  it('begin with the first period that ends after the first look', async () => {
    await show('2026-11-11T12:00:00Z', 1);
    at('2026-11-17T12:00:00Z');
    expect(await tell()).toEqual([]);
  });

  it('come once, to everybody who has some, beside those of the time before', async () => {
    await show('2026-11-18T12:00:00Z', 2);
    at('2026-11-23T05:59:59Z');
    expect(await tell()).toEqual([]);
    at('2026-11-23T06:00:00Z');
    const mails = await tell();
    expect(mails.map(({ to }) => to).sort()).toEqual(
      [market.advertiserId, market.publisherId].map((id) => `${id}@test.example`).sort(),
    );
    const ofAdvertiser = mails.find(({ to }) => to.startsWith(market.advertiserId));
    expect(ofAdvertiser?.subject).toBe('Your figures of the week');
    expect(ofAdvertiser?.text).toContain(
      '- 16 November 2026 to 22 November 2026, your campaigns: views 2, clicks 0, conversions 0, cost 0.02 USD (before: views 1, cost 0.01 USD)\n',
    );
    expect(ofAdvertiser?.text).toMatch(
      /\n- [^:\n]+: views 2, clicks 0, conversions 0, cost 0\.02 USD\n/,
    );
    const ofPublisher = mails.find(({ to }) => to.startsWith(market.publisherId));
    expect(ofPublisher?.text).toMatch(
      /your sites: views 2, clicks 0, earned [\d.]+ USD \(before: views 1/,
    );
    expect(await tell()).toEqual([]);
  });

  it('come of a month, but to nobody who wants none', async () => {
    const kinds = ['payment.sent', 'figures.week'] as const;
    await setMailedKinds(world.ctx, { accountId: market.publisherId, kinds: [...kinds] });
    at('2026-12-01T06:00:00Z');
    const mails = await tell();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [`${market.advertiserId}@test.example`, 'Your figures of the month'],
    ]);
    expect(mails[0]?.text).toContain(
      '1 November 2026 to 30 November 2026, your campaigns: views 3',
    );
  });

  it('do not come where nothing was counted', async () => {
    at('2027-03-20T12:00:00Z');
    expect(await tell()).toEqual([]);
  });
});
