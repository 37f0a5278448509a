import type { Migration } from './migration';

/** All kinds of mails that there were before those of figures. */
const formerKinds = [
  'campaign.budget_used',
  'campaign.ended',
  'campaign.suspended',
  'creative.rejected',
  'payment.sent',
  'webhook.disabled',
];

/** Sends no mails of figures to accounts that had turned all mails off. */
export const noMailsAtAll: Migration = {
  number: 19,
  name: 'no-mails-at-all',

  async run(db) {
    await db
      .collection<{
        readonly _id: string;
        readonly unmailedKinds: readonly string[];
      }>('notificationPreferences')
      .updateMany(
        { unmailedKinds: { $all: formerKinds } },
        { $addToSet: { unmailedKinds: { $each: ['figures.month', 'figures.week'] } } },
        { writeConcern: { w: 'majority' } },
      );
  },
};
