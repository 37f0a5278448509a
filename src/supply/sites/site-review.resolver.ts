import { Arg, Args, Authorized, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { cutToMost } from '../../platform/lists/all';
import { AllArgs, AllQuery } from '../../platform/lists/all.input';
import { requireId } from '../../id';
import { approveSite, listAllSites, rejectSite } from './site-review.service';
import { type SiteStatus, siteStatus } from './site.resource';
import { SiteType } from './site.type';
import type { SiteContext } from './site.context';

const idOption = { description: 'Of anybody’s site, 32 hex digits, dashed or not.' };

@Resolver(() => SiteType)
export class SiteReviewResolver {
  @AllQuery(() => [SiteType], 'Sites of everybody, archived ones too, in the order of their ids.')
  allSites(
    @Ctx() ctx: SiteContext,
    @Args(() => AllArgs) all: AllArgs,
    @Arg('publisherId', () => ID, { nullable: true, description: 'Only those of this account.' })
    publisherId: string | null = null,
    @Arg('status', () => siteStatus.type, { nullable: true, description: 'Only those in it.' })
    status: SiteStatus | null = null,
  ) {
    return listAllSites(ctx, { publisherId, status }, cutToMost(all));
  }

  @Authorized('operator')
  @Mutation(() => SiteType, {
    description:
      'Lets a site that is pending, or was rejected, show ads. Errors: VALIDATION_FAILED.',
  })
  approveSite(@Ctx() ctx: SiteContext, @Arg('id', () => ID, idOption) id: string) {
    return approveSite(ctx, requireId('site', id));
  }

  @Authorized('operator')
  @Mutation(() => SiteType, {
    description: 'Ends what a site shows; its publisher can no longer change it.',
  })
  rejectSite(@Ctx() ctx: SiteContext, @Arg('id', () => ID, idOption) id: string) {
    return rejectSite(ctx, requireId('site', id));
  }
}
