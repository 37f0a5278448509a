import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { normaliseId } from '../../id';
import { requireViewer } from '../../identity/access/access-rule';
import { createLoader } from '../../platform/graphql/loader';
import type { Site } from '../sites/site.resource';
import { SiteType } from '../sites/site.type';
import { canClaimHost, claimSiteByAdsTxt } from './ads-txt-claim.service';
import { claimSite, listHostClaims, releaseSite } from './site-claim.service';
import type { SiteClaimContext } from './site-claim.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = SiteClaimContext & WithViewer;

const loadClaims = createLoader(listHostClaims);

const hostOption = { description: 'Such as `news.example`, or a URL of it.' };

@Resolver(() => SiteType)
export class SiteClaimResolver {
  @Authorized('operator')
  @Mutation(() => SiteType, {
    description:
      'Gives what finds show by size alone on a host, and its placements, to an account: what is shown from then on earns for it. Returns the account’s site of the host. Errors: VALIDATION_FAILED, CONFLICT for a host that another account has claimed, a site that is rejected or archived, and an account that is suspended or no publisher.',
  })
  claimSite(
    @Ctx() ctx: Context,
    @Arg('host', () => String, hostOption) host: string,
    @Arg('accountId', () => ID, {
      description: 'Id of the account that gets the host, 32 hex digits, dashed or not.',
    })
    accountId: string,
  ) {
    return claimSite(ctx, { host, accountId: normaliseId(accountId) });
  }

  @Authorized('operator')
  @Mutation(() => SiteType, {
    description:
      'Takes the claim of a host back: what finds show there by size alone is the operator’s again. Errors: VALIDATION_FAILED, NOT_FOUND for a host that nobody has claimed.',
  })
  releaseSite(@Ctx() ctx: Context, @Arg('host', () => String, hostOption) host: string) {
    return releaseSite(ctx, host);
  }

  @Authorized('site.write')
  @Mutation(() => SiteType, {
    description:
      'Gives the viewer what finds show by size alone on the host of one of their sites, if `https://<host>/ads.txt` has the site’s `adsTxtLine`: what is shown from then on earns for the viewer. What the file was seen to say is good for 5 minutes. Errors: FORBIDDEN, also where the server looks at no `ads.txt`, VALIDATION_FAILED without that line, CONFLICT for a host that another account has claimed, a site that is rejected, and an account that is no publisher, TOO_MANY_REQUESTS.',
  })
  claimSiteByAdsTxt(
    @Ctx() ctx: Context,
    @Arg('siteId', () => ID, { description: 'Of the site, 32 hex digits, dashed or not.' })
    id: string,
  ) {
    return claimSiteByAdsTxt(ctx, { publisherId: requireViewer(ctx).account.id, id });
  }

  @FieldResolver(() => Boolean, {
    description:
      'True where the site’s publisher earns from finds on its host that name neither publisher nor placement.',
  })
  async isHostClaimed(@Ctx() ctx: Context, @Root() site: Site): Promise<boolean> {
    return (await loadClaims(ctx, site.host)) === site.publisherId;
  }

  @FieldResolver(() => Boolean, {
    description:
      'True where the site’s host is unclaimed and its publisher may claim it by `claimSiteByAdsTxt`.',
  })
  async canClaimHost(@Ctx() ctx: Context, @Root() site: Site): Promise<boolean> {
    return canClaimHost(ctx, site, (await loadClaims(ctx, site.host)) ?? null);
  }
}
