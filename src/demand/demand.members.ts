import type { Turns } from '../turns';
import type { ContentWorkers } from './contents/content-workers';
import type { DocumentParts } from './contents/document-parts';
import type { CreativeContents } from './creatives/creative-contents';
import type { DemandListener } from './demand-listener';
import type { createDemandStores } from './demand.stores';
import type { RefusedDomains } from './refused-domains/refused-domains';
import type { CurrentTaxonomy } from './taxonomy/current-taxonomy';

/** All members that this wing gives to the context. */
export interface DemandMembers
  extends Readonly<ReturnType<typeof createDemandStores>>,
    DemandListener {
  /** The taxonomy in force; another one after an import. */
  readonly taxonomy: CurrentTaxonomy;
  /** Domains that the operator refuses, in this process. */
  readonly refusedDomains: RefusedDomains;
  readonly creativeContents: CreativeContents;
  /** In which uploads are decoded: few at once. */
  readonly contentTurns: Turns;
  readonly contentWorkers: ContentWorkers;
  readonly documentParts: DocumentParts;
}
