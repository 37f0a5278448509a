import { Dictionary } from './dictionary';
import { LabelSets } from './label-sets';
import { featureSpaces } from './plan';

/** The numbers that one generation of the index speaks in. */
export class Vocabulary {
  /** What candidates require and exclude of requests. */
  readonly features = new Dictionary(featureSpaces.length);
  /** What candidates are. */
  readonly labels = new LabelSets();
}
