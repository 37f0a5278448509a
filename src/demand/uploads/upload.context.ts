import type { Config } from '../../config';
import type { ContentStore } from '../contents/content.store';
import type { ContentWorkers } from '../contents/content-workers';
import type { Turns } from '../../turns';
import type { DocumentParts } from '../contents/document-parts';
import type { CurrentTaxonomy } from '../taxonomy/current-taxonomy';
import type { CreativeStore } from '../creatives/creative.store';
import type { UploadStore } from './upload.store';

/** The stores that the services of uploads need. */
export interface UploadContext {
  readonly config: Config;
  /** Origin of the URLs of creatives, without a trailing slash. */
  readonly serveUrl: string;
  readonly uploads: UploadStore;
  readonly creatives: CreativeStore;
  readonly contents: ContentStore;
  /** In which uploads are decoded: few at once. */
  readonly contentTurns: Turns;
  readonly contentWorkers: ContentWorkers;
  readonly documentParts: DocumentParts;
  readonly taxonomy: CurrentTaxonomy;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Buffer;
}
