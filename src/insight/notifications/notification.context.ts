import type { Logger } from 'pino';
import type { Config } from '../../config';
import type { CampaignStore } from '../../demand/campaigns/campaign.store';
import type { AccountStore } from '../../identity/accounts/account.store';
import type { InTransaction } from '../../platform/database/transaction';
import type { Mailer } from '../../platform/mail/mailer';
import type { SigningKeys } from '../../platform/keys/signing-key.store';
import type { Egress } from '../../platform/egress/egress';
import type { ListContext } from '../../platform/lists/list.service';
import type { NoticeContext } from '../../platform/notices/notice';
import type { NoticeOutboxStore } from './notice-outbox.store';
import type { NoticeMailStore } from './notice-mail.store';
import type { NoticeMarkStore } from './notice-mark.store';
import type { WebhookMessageStore } from './webhook-message.store';
import type { WebhookStore } from './webhook.store';

/** The stores and services that sending notices needs. */
export interface NotificationContext extends ListContext, NoticeContext {
  readonly config: Config;
  readonly accounts: AccountStore;
  readonly campaigns: CampaignStore;
  readonly webhooks: WebhookStore;
  readonly webhookMessages: WebhookMessageStore;
  readonly noticeOutbox: NoticeOutboxStore;
  readonly noticeMails: NoticeMailStore;
  readonly noticeMarks: NoticeMarkStore;
  /** Sign the links by which mails are ended; the first one signs, all of them verify. */
  readonly unsubscribeKeys: SigningKeys;
  /** null where the settings name no mail server. */
  readonly mailer: Mailer | null;
  /** Origin of the URLs that leave the server, without a trailing slash. */
  readonly publicUrl: string;
  readonly egress: Egress;
  /** Attempts of this process to deliver messages. */
  readonly webhookAttempts: { taken: number; failed: number };
  readonly inTransaction: InTransaction;
  readonly randomBytes: (length: number) => Buffer;
  readonly log: Logger;
}
