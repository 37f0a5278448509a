import type { BidStrategyContext } from '../bid-strategies/bid-strategy.context';
import type { ConversionContext } from '../conversions/conversion.context';
import type { CreativeContext } from '../creatives/creative.context';

import type { WithRefusedDomains } from '../refused-domains/refused-domain.context';

/**
 * The stores and services that the services of campaigns need: a campaign comes with its creatives, conversions and
 * strategy.
 */
export interface CampaignContext
  extends BidStrategyContext,
    ConversionContext,
    CreativeContext,
    WithRefusedDomains {}
