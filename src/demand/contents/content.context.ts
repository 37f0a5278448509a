import type { CreativeStore } from '../creatives/creative.store';
import type { ContentStore } from './content.store';

/** The stores that the jobs of contents need. */
export interface ContentContext {
  readonly contents: ContentStore;
  readonly creatives: CreativeStore;
  readonly now: () => Date;
}
