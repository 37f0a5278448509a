import type { SigningKey } from '../../platform/keys/signing-key.store';
import type { VisitorMemory } from './visitor-memory';

/** The services of visitors need this of the context. */
export interface VisitorContext {
  /** Sign tracking ids; the first one signs, all of them verify. */
  readonly trackingIdKeys: readonly SigningKey[];
  readonly visitorMemory: VisitorMemory;
}
