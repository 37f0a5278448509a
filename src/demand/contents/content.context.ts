import type { CreativeStore } from '../creatives/creative.store';
import type { ContentStore } from './content.store';

/** What the jobs of contents use of the outside. */
export interface ContentContext {
  readonly contents: ContentStore;
  readonly creatives: CreativeStore;
  readonly now: () => Date;
}
