import { Dictionary } from './dictionary';
import { LabelSets } from './label-sets';
import { ModifierSets } from './modifier-sets';
import { featureSpaces } from './plan';

/** The numbers that one generation of the index speaks in. */
export class Vocabulary {
  /** Values that candidates require and exclude of requests. */
  readonly features = new Dictionary(featureSpaces.length);
  /** Labels of candidates. */
  readonly labels = new LabelSets();
  /** Bid modifiers of candidates. */
  readonly modifiers = new ModifierSets();
}
