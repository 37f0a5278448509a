import type { CreativeResultStore } from './creative-result.store';
import type { CreativeResults } from './creative-results';
import type { Inventory } from './inventory';

/** What the inventory and its jobs use of the outside. */
export interface InventoryContext {
  readonly inventory: Inventory;
  readonly creativeResults: CreativeResults;
  readonly creativeResultStore: CreativeResultStore;
}
