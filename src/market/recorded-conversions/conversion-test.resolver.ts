import { FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { CampaignType } from '../../demand/campaigns/campaign.type';
import { fillLandingUrl } from '../events/landing-url';
import { testCaseOf } from './test-case';

const nobody = '0'.repeat(32);

@Resolver(() => CampaignType)
export class ConversionTestResolver {
  @FieldResolver(() => ID, {
    description:
      'The case of test visits, 32 hex digits. A conversion that is reported with it is noted as `lastTestAt`. It is not recorded and costs nothing.',
  })
  testCaseId(@Root() campaign: Campaign): string {
    return testCaseOf(campaign);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'URL of the landing page as a click on an ad leads there, with the case of test visits. null where the filled-in URL is no http(s) URL.',
  })
  testLandingUrl(@Root() campaign: Campaign): string | null {
    return fillLandingUrl(campaign.landingUrl, testCaseOf(campaign), {
      campaign: campaign.id,
      ...{ bid: nobody, pid: nobody, zid: nobody, aid: '', sid: 'test.invalid' },
      ...{ device: 'desktop', price: '0', timestamp: '0', cachebuster: '00000000' },
    });
  }
}
