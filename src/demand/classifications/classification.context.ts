import type { Config } from '../../config';
import type { CreativeContext } from '../creatives/creative.context';
import type { ClassificationStore } from './classification.store';

/** The stores that the services of classifications need. */
export interface ClassificationContext extends CreativeContext {
  readonly config: Config;
  readonly classifications: ClassificationStore;
}
