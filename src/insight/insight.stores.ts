import type { Connection } from 'mongoose';
import type { Config } from '../config';
import { createNoticeMailStore } from './notifications/notice-mail.store';
import { createNoticeMarkStore } from './notifications/notice-mark.store';
import { createNoticeOutboxStore } from './notifications/notice-outbox.store';
import { createWebhookMessageStore } from './notifications/webhook-message.store';
import { createWebhookStore } from './notifications/webhook.store';
import { createFoundAccountStore } from './retention/found-account.store';
import { createStatisticsReportStore } from './statistics-reports/statistics-report.store';
import { createCountableEventStore } from './statistics/facts/countable-event.store';
import { createStatisticsChangeStore } from './statistics/facts/statistics-change.store';
import { createStatisticsShareStore } from './statistics/facts/statistics-share.store';
import { createVisitorDayStore } from './statistics/first-views/visitor-day.store';
import { createConversionFiguresStore } from './statistics/questions/conversion-figures.store';
import { createDescribedStore } from './statistics/questions/described.store';
import { createRequestCountStore } from './statistics/requests/request-count.store';
import { createFigureTouchStore } from './statistics/roll-ups/figure-touch.store';
import { createRollUpStore } from './statistics/roll-ups/roll-up.store';
import { createStatisticsRebuildStore } from './statistics/roll-ups/statistics-rebuild.store';

/** Makes the stores of this wing, which are members of the context. */
export function createInsightStores(db: Connection, { config }: { readonly config: Config }) {
  return {
    webhooks: createWebhookStore(db),
    webhookMessages: createWebhookMessageStore(db, config.webhookDays),
    noticeOutbox: createNoticeOutboxStore(db),
    statisticsChanges: createStatisticsChangeStore(db),
    statisticsShares: createStatisticsShareStore(db),
    statisticsRebuilds: createStatisticsRebuildStore(db),
    figureTouches: createFigureTouchStore(db),
    requestCountStore: createRequestCountStore(db),
    rollUps: createRollUpStore(db),
    visitorDays: createVisitorDayStore(db),
    countableEvents: createCountableEventStore(db),
    conversionFigures: createConversionFiguresStore(db),
    statisticsReports: createStatisticsReportStore(db),
    described: createDescribedStore(db),
    noticeMails: createNoticeMailStore(db),
    noticeMarks: createNoticeMarkStore(db),
    foundAccounts: createFoundAccountStore(db),
  };
}
