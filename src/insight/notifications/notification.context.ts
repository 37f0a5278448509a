import type { PlatformMembers } from '../../platform/platform.members';
import type { IdentityMembers } from '../../identity/identity.members';
import type { DemandMembers } from '../../demand/demand.members';
import type { InsightMembers } from '../insight.members';
import type { ListContext } from '../../platform/lists/list.service';
import type { NoticeContext } from '../../platform/notices/notice';

/** The stores and services that sending notices needs. */
export interface NotificationContext
  extends ListContext,
    NoticeContext,
    Pick<
      PlatformMembers,
      'config' | 'mailer' | 'publicUrl' | 'egress' | 'inTransaction' | 'randomBytes' | 'log'
    >,
    Pick<IdentityMembers, 'accounts'>,
    Pick<DemandMembers, 'campaigns'>,
    Pick<
      InsightMembers,
      | 'webhooks'
      | 'webhookMessages'
      | 'noticeOutbox'
      | 'noticeMails'
      | 'noticeMarks'
      | 'unsubscribeKeys'
      | 'webhookAttempts'
    > {}
