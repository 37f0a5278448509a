import type { Config } from '../../config';
import type { InTransaction } from '../../platform/database/transaction';
import type { ListContext } from '../../platform/lists/list.service';
import type { NoticeContext } from '../../platform/notices/notice';
import type { CampaignStore } from '../campaigns/campaign.store';
import type { ContentStore } from '../contents/content.store';
import type { ContentWorkers } from '../contents/content-workers';
import type { DocumentParts } from '../contents/document-parts';
import type { DemandListener } from '../demand-listener';
import type { CurrentTaxonomy } from '../taxonomy/current-taxonomy';
import type { UploadStore } from '../uploads/upload.store';
import type { CreativeContents } from './creative-contents';
import type { CreativeStore } from './creative.store';

/** The stores and services that the services of creatives need. */
export interface CreativeContext extends ListContext, DemandListener, NoticeContext {
  readonly config: Config;
  /** Origin of the URLs of creatives, without a trailing slash. */
  readonly serveUrl: string;
  readonly creatives: CreativeStore;
  readonly creativeContents: CreativeContents;
  readonly contents: ContentStore;
  readonly contentWorkers: ContentWorkers;
  readonly documentParts: DocumentParts;
  readonly uploads: UploadStore;
  readonly campaigns: CampaignStore;
  readonly taxonomy: CurrentTaxonomy;
  readonly inTransaction: InTransaction;
  readonly randomBytes: (length: number) => Buffer;
}
