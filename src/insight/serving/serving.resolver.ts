import {
  Args,
  ArgsType,
  Authorized,
  type ClassType,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  Int,
  Resolver,
  Root,
} from 'type-graphql';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { CampaignType } from '../../demand/campaigns/campaign.type';
import { CreativeObjectType } from '../../demand/creatives/creative.type';
import { invalid } from '../../errors';
import { createLoader } from '../../platform/graphql/loader';
import { PlacementType } from '../../supply/placements/placement.type';
import type { CampaignServing } from './campaign-serving';
import { countRejectingPublishers, listServings } from './campaign-serving.service';
import { CampaignServingType } from './campaign-serving.type';
import { listFindOutcomes } from './find-outcomes.service';
import { FindOutcomesType } from './find-outcomes.type';
import type { ServingStateContext } from './serving.context';

const loadServings = createLoader(listServings);

@Resolver(() => CampaignType)
export class CampaignServingResolver {
  @Extensions({ readsTogether: 200 })
  @FieldResolver(() => CampaignServingType, {
    description: 'How the campaign stands with being shown, and why nobody or few see it.',
  })
  serving(@Ctx() ctx: ServingStateContext, @Root() campaign: Campaign) {
    return loadServings(ctx, campaign);
  }
}

@Resolver(() => CampaignServingType)
export class RejectingPublishersResolver {
  // The ids of all creatives that a campaign may have.
  @Extensions({ cost: 1_000 })
  @FieldResolver(() => Int, {
    description:
      'How many publishers have rejected a creative of the campaign, or blocked the domain of its landing page, its category or its advertiser, for a site.',
  })
  rejectingPublishers(@Ctx() ctx: ServingStateContext, @Root() serving: CampaignServing) {
    return countRejectingPublishers(ctx, serving);
  }
}

/** As long as outcomes are kept, but for the day that is begun. */
const mostHours = 192;

@ArgsType()
class OutcomesArgs {
  // `Int`, as the variables of clients' operations have it.
  @Field(() => Int, {
    defaultValue: 24,
    description: `So many clock hours, the present one included; 1 to ${mostHours}.`,
  })
  hours!: number;
}

/** Gives a type the field `outcomes`: type-graphql wants a class for each. */
function createOutcomesResolver(type: ClassType) {
  const load = createLoader(async (ctx: ServingStateContext, keys: readonly string[]) => {
    const found = new Map<string, FindOutcomesType>();
    for (const [hours, some] of Map.groupBy(keys, (key) => Number(key.split(' ')[1]))) {
      const ids = some.map((key) => key.split(' ')[0] ?? '');
      for (const [id, one] of await listFindOutcomes(ctx, ids, hours))
        found.set(`${id} ${hours}`, one);
    }
    return found;
  });
  @Resolver(() => type)
  class OutcomesResolver {
    @Authorized('statistics.read')
    @Extensions({ readsTogether: 500 })
    @FieldResolver(() => FindOutcomesType, {
      description:
        'How finds of the last hours ended for it, and why it lost them. Errors: FORBIDDEN without the scope `statistics.read`, VALIDATION_FAILED.',
    })
    outcomes(
      @Ctx() ctx: ServingStateContext,
      @Root() { id }: { readonly id: string },
      @Args(() => OutcomesArgs) { hours }: OutcomesArgs,
    ) {
      if (hours < 1 || hours > mostHours) throw invalid({ hours: [`must be 1 to ${mostHours}`] });
      return load(ctx, `${id} ${hours}`);
    }
  }
  return OutcomesResolver;
}

export const servingResolvers = [
  CampaignServingResolver,
  RejectingPublishersResolver,
  createOutcomesResolver(CampaignType),
  createOutcomesResolver(CreativeObjectType),
  createOutcomesResolver(PlacementType),
] as const;
