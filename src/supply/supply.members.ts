import type { SigningKey } from '../platform/keys/signing-key.store';
import type { FairTurns } from '../platform/limits/fair-turns';
import type { WindowLimiter } from '../platform/limits/window-limiter';
import type { createSupplyStores } from './supply.stores';
import type { VisitorMemory } from './visitors/visitor-memory';

/** All members that this wing gives to the context. */
export interface SupplyMembers extends Readonly<ReturnType<typeof createSupplyStores>> {
  /** Looks at hosts that accounts may ask for. */
  readonly adsTxtLimiter: WindowLimiter;
  /** Looks that are made at once. */
  readonly adsTxtTurns: FairTurns;
  /** Sign tracking ids; the first one signs, all of them verify. */
  readonly trackingIdKeys: readonly SigningKey[];
  readonly visitorMemory: VisitorMemory;
}
