import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { hostOfLanding } from '../../demand/refused-domains/refused-domain';
import { accountsOf } from '../../supply/sites/blocked-advertiser';
import { WholeCategories } from '../../supply/sites/blocked-categories';
import { HostsInDomains } from '../../supply/sites/blocked-domains';
import type { Site } from '../../supply/sites/site.resource';
import { anyPeer } from '../selection/terms';
import type { FoundCreative } from './site-creative';

/** The creatives that a site shows none of, whatever its publisher says of each: the rules of the selection, for lists. */
export class KeptAway {
  readonly #domains: HostsInDomains;
  readonly #categories: WholeCategories;
  readonly #advertiserIds: ReadonlySet<string>;
  readonly #excludes: Site['filtering']['excludes'];

  constructor({ blockedDomains, blockedCategories, blockedAdvertisers, filtering }: Site) {
    this.#domains = new HostsInDomains(blockedDomains);
    this.#categories = new WholeCategories(blockedCategories);
    this.#advertiserIds = accountsOf(blockedAdvertisers);
    this.#excludes = filtering.excludes;
  }

  has(creative: FoundCreative, { advertiserId, landingUrl, category }: Campaign): boolean {
    const { type, mime, origin } = creative;
    const host = hostOfLanding(landingUrl);
    return (
      this.#advertiserIds.has(advertiserId) ||
      this.#isExcluded('type', type) ||
      this.#isExcluded('mime', mime) ||
      (origin !== undefined &&
        [anyPeer, origin.address].some((one) => this.#isExcluded('peer', one))) ||
      (host !== null && this.#domains.has(host)) ||
      (category !== null && this.#categories.has(category))
    );
  }

  #isExcluded(key: string, value: string): boolean {
    return this.#excludes[key]?.includes(value) === true;
  }
}
