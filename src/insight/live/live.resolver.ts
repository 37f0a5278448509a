import { Args, ArgsType, Authorized, Field, ID, Resolver, Root, Subscription } from 'type-graphql';
import { requireViewer } from '../../identity/access/access-rule';
import type { WithRequest } from '../../request-facts';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import { toFigures } from '../statistics/questions/figures.type';
import type { CampaignServing } from '../serving/campaign-serving';
import { CampaignServingType } from '../serving/campaign-serving.type';
import {
  followCampaignFigures,
  followCampaignServing,
  followSiteFigures,
  type FollowParams,
} from './live.service';
import { LiveFiguresType } from './live.type';
import type { LiveFigures } from './live-figures';
import type { LiveContext } from './live.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = LiveContext & WithRequest & WithViewer;

@ArgsType()
class FollowArgs {
  @Field(() => String, {
    nullable: true,
    description: 'A `revision` that is known: nothing is told until there is another one.',
  })
  after?: string | null;
}

@ArgsType()
class FollowFiguresArgs extends FollowArgs {
  @Field(() => DateTimeScalar, {
    description:
      'Since when they are summed up, rounded down to a quarter of an hour; at most 31 days ago.',
  })
  from!: Date;
}

const ofCampaign = { description: 'Of the campaign, 32 hex digits, dashed or not.' };

@ArgsType()
class CampaignFiguresArgs extends FollowFiguresArgs {
  @Field(() => ID, ofCampaign)
  campaignId!: string;
}

@ArgsType()
class SiteFiguresArgs extends FollowFiguresArgs {
  @Field(() => ID, { description: 'Of the site, 32 hex digits, dashed or not.' })
  siteId!: string;
}

@ArgsType()
class CampaignServingArgs extends FollowArgs {
  @Field(() => ID, ofCampaign)
  campaignId!: string;
}

/** The argument that type-graphql hands to `subscribe`. */
interface Subscribing<FieldArgs> {
  readonly args: FieldArgs;
  readonly context: Context;
}

const followOf = (ctx: Context, id: string, { after }: FollowArgs): FollowParams => ({
  accountId: requireViewer(ctx).account.id,
  id,
  after: after ?? lastEventIdOf(ctx),
});

@Resolver()
export class LiveResolver {
  @Authorized('statistics.read')
  @Subscription(() => LiveFiguresType, {
    description:
      'Events and spend of one of the viewer’s campaigns: the figures since a time, at once and whenever they are others, at most once a second. Errors: UNAUTHENTICATED, also when the token ends; VALIDATION_FAILED, TOO_MANY_REQUESTS.',
    subscribe: ({ args, context }: Subscribing<CampaignFiguresArgs>) =>
      followCampaignFigures(context, {
        ...followOf(context, args.campaignId, args),
        from: args.from,
      }),
  })
  campaignFigures(
    @Root() figures: LiveFigures,
    @Args(() => CampaignFiguresArgs) _args: CampaignFiguresArgs,
  ): LiveFiguresType {
    return toLiveFigures(figures);
  }

  @Authorized('statistics.read')
  @Subscription(() => LiveFiguresType, {
    description:
      'Events and revenue of one of the viewer’s sites, like `campaignFigures`. Errors: UNAUTHENTICATED, also when the token ends; VALIDATION_FAILED, TOO_MANY_REQUESTS.',
    subscribe: ({ args, context }: Subscribing<SiteFiguresArgs>) =>
      followSiteFigures(context, { ...followOf(context, args.siteId, args), from: args.from }),
  })
  siteFigures(
    @Root() figures: LiveFigures,
    @Args(() => SiteFiguresArgs) _args: SiteFiguresArgs,
  ): LiveFiguresType {
    return toLiveFigures(figures);
  }

  @Authorized('campaign.read')
  @Subscription(() => CampaignServingType, {
    description:
      'Tells that one of the viewer’s campaigns is shown, or why not: at once and after every change. Ends with NOT_FOUND when the campaign is deleted. Errors: UNAUTHENTICATED, also when the token ends; TOO_MANY_REQUESTS.',
    subscribe: ({ args, context }: Subscribing<CampaignServingArgs>) =>
      followCampaignServing(context, followOf(context, args.campaignId, args)),
  })
  campaignServing(
    @Root() serving: CampaignServing,
    @Args(() => CampaignServingArgs) _args: CampaignServingArgs,
  ): CampaignServingType {
    return serving;
  }
}

function toLiveFigures({ revision, from, at, cell, ...answer }: LiveFigures): LiveFiguresType {
  return { revision, from, at, figures: toFigures(cell, answer) };
}

/** Id of the last event that an `EventSource` saw before it connected again; null: none. @see HTML, `Last-Event-ID` */
function lastEventIdOf({ request: { headers } }: WithRequest): string | null {
  const id = headers['last-event-id'];
  return typeof id === 'string' && id !== '' ? id : null;
}
