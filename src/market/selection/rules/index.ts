import { acceptedCreatives } from './accepted-creatives';
import { blockedAdvertisers } from './blocked-advertisers';
import { blockedCategories } from './blocked-categories';
import { blockedDomains } from './blocked-domains';
import { bidFloor } from './bid-floor';
import { blockedCreatives } from './blocked-creatives';
import { campaignEligibility } from './campaign-eligibility';
import { campaignExclusions } from './campaign-exclusions';
import { campaignRequirements } from './campaign-requirements';
import { allowedTypes } from './allowed-types';
import { competitiveExclusion } from './competitive-exclusion';
import { creativeFrequencyCap } from './creative-frequency-cap';
import { directDeals } from './direct-deals';
import { flightEnd } from './flight-end';
import { flightStart } from './flight-start';
import { frequencyCap } from './frequency-cap';
import { medium } from './medium';
import { mimeTypes } from './mime-types';
import { oncePerPage } from './once-per-page';
import { ownSites } from './own-sites';
import { peers } from './peers';
import { publisherExclusions } from './publisher-exclusions';
import { publisherRequirements } from './publisher-requirements';
import { roadblock } from './roadblock';
import { schedule } from './schedule';
import { size } from './size';
import { unknownVisitor } from './unknown-visitor';
import { vendor } from './vendor';
import { viewability } from './viewability';

/** All rules of who may compete. In this order a rejection is the more telling the later it comes. */
export const rules = {
  medium,
  vendor,
  size,
  allowedTypes,
  mimeTypes,
  campaignEligibility,
  flightStart,
  flightEnd,
  schedule,
  publisherRequirements,
  publisherExclusions,
  blockedCreatives,
  blockedDomains,
  blockedCategories,
  blockedAdvertisers,
  acceptedCreatives,
  directDeals,
  ownSites,
  peers,
  viewability,
  unknownVisitor,
  frequencyCap,
  creativeFrequencyCap,
  competitiveExclusion,
  oncePerPage,
  roadblock,
  campaignRequirements,
  campaignExclusions,
  bidFloor,
};
