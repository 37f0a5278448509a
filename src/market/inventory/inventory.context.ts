import type { CreativeResultStore } from './creative-result.store';
import type { CreativeResults } from './creative-results';
import type { Inventory } from './inventory';

/** The inventory and its jobs need this of the context. */
export interface InventoryContext {
  readonly inventory: Inventory;
  readonly creativeResults: CreativeResults;
  readonly creativeResultStore: CreativeResultStore;
}
