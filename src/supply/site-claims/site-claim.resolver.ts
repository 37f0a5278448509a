import { Arg, Authorized, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../context';
import { normaliseId } from '../../id';
import { SiteType } from '../sites/site.type';
import { claimSite, releaseSite } from './site-claim.service';

const hostOption = { description: 'Such as `news.example`, or a URL of it.' };

@Resolver(() => SiteType)
export class SiteClaimResolver {
  @Authorized('operator')
  @Mutation(() => SiteType, {
    description:
      'Gives what finds show by size alone on a host, and its placements, to an account: what is shown from then on earns for it. Returns the account’s site of the host. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, VALIDATION_FAILED, CONFLICT for a host that another account has claimed, a site that is rejected or archived, and an account that is suspended or no publisher.',
  })
  claimSite(
    @Ctx() ctx: RequestContext,
    @Arg('host', () => String, hostOption) host: string,
    @Arg('accountId', () => ID, { description: 'Whose it is, 32 hex digits, dashed or not.' })
    accountId: string,
  ) {
    return claimSite(ctx, { host, accountId: normaliseId(accountId) });
  }

  @Authorized('operator')
  @Mutation(() => SiteType, {
    description:
      'Takes the claim of a host back: what finds show there by size alone is the operator’s again. Errors: UNAUTHENTICATED, FORBIDDEN, VALIDATION_FAILED, NOT_FOUND for a host that nobody has claimed.',
  })
  releaseSite(@Ctx() ctx: RequestContext, @Arg('host', () => String, hostOption) host: string) {
    return releaseSite(ctx, host);
  }
}
