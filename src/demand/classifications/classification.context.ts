import type { Config } from '../../config';
import type { CreativeContext } from '../creatives/creative.context';
import type { ClassificationStore } from './classification.store';

/** What the services of classifications use of the outside. */
export interface ClassificationContext extends CreativeContext {
  readonly config: Config;
  readonly classifications: ClassificationStore;
}
