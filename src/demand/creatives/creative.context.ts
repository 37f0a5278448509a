import type { PlatformMembers } from '../../platform/platform.members';
import type { DemandMembers } from '../demand.members';
import type { ListContext } from '../../platform/lists/list.service';
import type { NoticeContext } from '../../platform/notices/notice';
import type { DemandListener } from '../demand-listener';

/** The stores and services that the services of creatives need. */
export interface CreativeContext
  extends ListContext,
    DemandListener,
    NoticeContext,
    Pick<PlatformMembers, 'config' | 'serveUrl' | 'inTransaction' | 'randomBytes'>,
    Pick<
      DemandMembers,
      | 'creatives'
      | 'creativeContents'
      | 'contents'
      | 'contentWorkers'
      | 'documentParts'
      | 'uploads'
      | 'campaigns'
      | 'taxonomy'
    > {}
