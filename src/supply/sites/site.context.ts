import type { Config } from '../../config';
import type { CurrentTaxonomy } from '../../demand/taxonomy/current-taxonomy';
import type { ListContext } from '../../platform/lists/list.service';
import type { SiteStore } from './site.store';

/** The services of sites need this of the context. */
export interface SiteContext extends ListContext {
  readonly config: Config;
  /** Origin of the URLs that leave the server, without a trailing slash. */
  readonly publicUrl: string;
  readonly sites: SiteStore;
  readonly taxonomy: CurrentTaxonomy;
  readonly randomBytes: (length: number) => Buffer;
}
