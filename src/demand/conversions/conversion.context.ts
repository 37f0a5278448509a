import type { ListContext } from '../../platform/lists/list.service';
import type { Config } from '../../config';
import type { CampaignStore } from '../campaigns/campaign.store';
import type { CurrentTaxonomy } from '../taxonomy/current-taxonomy';
import type { ConversionStore } from './conversion.store';

/** The stores and services that the services of conversions need. */
export interface ConversionContext extends ListContext {
  readonly config: Config;
  /** Origin of the URLs that leave the server, without a trailing slash. */
  readonly publicUrl: string;
  readonly conversions: ConversionStore;
  readonly campaigns: CampaignStore;
  readonly taxonomy: CurrentTaxonomy;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Buffer;
}
