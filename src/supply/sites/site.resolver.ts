import {
  Arg,
  Args,
  ArgsType,
  Authorized,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { requireViewer } from '../../identity/access/access-rule';
import { PositiveIntScalar } from '../../platform/graphql/scalars';
import { PageArgs } from '../../platform/lists/page.input';
import type { ParsedInput } from '../../validation';
import { formatAdsTxtLine } from './ads-txt';
import type { CreativeDecisions } from './creative-decisions';
import { CreativeDecisionsInput } from './creative-decisions.input';
import type { BlockDecisions } from './site-blocks';
import { BlockDecisionsInput } from './site-blocks.input';
import { BlockedAdvertiserType } from './blocked-advertiser.type';
import { mostFilterValues } from './creative-filter';
import { CreativeFilterType, toFilterType } from './creative-filter.type';
import {
  archiveSite,
  checkSiteAdsTxt,
  createOwnedSite,
  decideOnCreatives,
  getSite,
  listSites,
  updateSite,
} from './publisher-site.service';
import { changeSiteBlocks, type SiteBlocksContext } from './site-blocks.service';
import type { Site } from './site.resource';
import {
  AdsTxtCheckType,
  CreateSiteInput,
  SiteConnectionType,
  SiteType,
  UpdateSiteInput,
} from './site.type';
import type { WithViewer } from '../../identity/access/viewer';

type Context = SiteBlocksContext & WithViewer;

const idOption = { description: 'Of the site, 32 hex digits, dashed or not.' };

@ArgsType()
class SitePageArgs extends PageArgs {
  @Field(() => PositiveIntScalar, {
    nullable: true,
    description:
      'Sites of a page; default 10, at most 190 with all their members: each costs 50, and 1 for each member that is asked for, of the 16000 of an operation.',
  })
  override first?: number | null;
}

@Resolver(() => SiteType)
export class SiteResolver {
  @Authorized('site.read')
  // Each may have thousands of ids of creatives.
  @Extensions({ readCost: 50 })
  @Query(() => SiteConnectionType, {
    description: 'The viewer’s sites, oldest first, those that finds have made among them.',
  })
  sites(@Ctx() ctx: Context, @Args(() => SitePageArgs) page: SitePageArgs) {
    return listSites(ctx, { publisherId: requireViewer(ctx).account.id, page });
  }

  @Authorized('site.read')
  @Query(() => SiteType, {
    description: 'One of the viewer’s sites.',
  })
  site(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    return getSite(ctx, { publisherId: requireViewer(ctx).account.id, id });
  }

  @Authorized('site.read')
  @Query(() => AdsTxtCheckType, {
    description:
      'Looks for this server’s line in the text of a site’s `ads.txt`. The server does not fetch it. Errors: VALIDATION_FAILED.',
  })
  adsTxtCheck(
    @Ctx() ctx: Context,
    @Arg('siteId', () => ID, idOption) id: string,
    @Arg('text', () => String, { description: 'The whole file, at most 131072 characters.' })
    text: string,
  ) {
    return checkSiteAdsTxt(ctx, { publisherId: requireViewer(ctx).account.id, id, text });
  }

  @Authorized('site.write')
  @Mutation(() => SiteType, {
    description:
      'Creates a site of the viewer’s; one of the same host that was archived is taken up again.',
  })
  createSite(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateSiteInput, { description: 'The new site.' })
    { url: host, ...terms }: ParsedInput<typeof CreateSiteInput.parse>,
  ) {
    return createOwnedSite(ctx, { ...terms, host, publisherId: requireViewer(ctx).account.id });
  }

  @Authorized('site.write')
  @Mutation(() => SiteType, {
    description: 'Changes one of the viewer’s sites; finds go by it within 2 seconds.',
  })
  updateSite(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, idOption) id: string,
    @Arg('input', () => UpdateSiteInput, { description: 'The members to change.' })
    changes: ParsedInput<typeof UpdateSiteInput.parse>,
  ) {
    return updateSite(ctx, { publisherId: requireViewer(ctx).account.id, id, changes });
  }

  @Authorized('site.write')
  @Mutation(() => SiteType, {
    description:
      'Archives one of the viewer’s sites: it is gone from lists, and finds of its host stay empty until it is created again. Errors: VALIDATION_FAILED.',
  })
  archiveSite(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    return archiveSite(ctx, { publisherId: requireViewer(ctx).account.id, id });
  }

  @Authorized('site.write')
  @Mutation(() => SiteType, {
    description:
      'Accepts or rejects creatives for one of the viewer’s sites; a site has as many of each as the operator allows, 2000 by default.',
  })
  decideOnCreatives(
    @Ctx() ctx: Context,
    @Arg('siteId', () => ID, idOption) id: string,
    @Arg('decisions', () => CreativeDecisionsInput, { description: 'The publisher’s decisions.' })
    decisions: CreativeDecisions,
  ) {
    return decideOnCreatives(ctx, { publisherId: requireViewer(ctx).account.id, id, decisions });
  }

  @Authorized('site.write')
  @Mutation(() => SiteType, {
    description:
      'Blocks ads on one of the viewer’s sites by landing domain, category of goods, advertiser, type of creative or server, and allows others; the rest of each list stays, whoever changes it meanwhile. At most 1000 domains are blocked, and 100 of all else; finds go by them within 2 seconds.',
  })
  changeSiteBlocks(
    @Ctx() ctx: Context,
    @Arg('siteId', () => ID, idOption) id: string,
    @Arg('decisions', () => BlockDecisionsInput, { description: 'The publisher’s decisions.' })
    decisions: BlockDecisions,
  ) {
    return changeSiteBlocks(ctx, { publisherId: requireViewer(ctx).account.id, id, decisions });
  }

  @FieldResolver(() => CreativeFilterType, { description: 'Which creatives it takes.' })
  filtering(@Root() { filtering }: Site): CreativeFilterType {
    return toFilterType(filtering);
  }

  @Extensions({ listSize: 20 })
  @FieldResolver(() => [BlockedAdvertiserType], {
    description: `Advertisers whose ads the site does not show, at most ${mostFilterValues}.`,
  })
  blockedAdvertisers(@Root() { blockedAdvertisers }: Site): readonly BlockedAdvertiserType[] {
    return blockedAdvertisers;
  }

  @FieldResolver(() => String, {
    description: 'The line for the site’s `ads.txt` that lets this server sell for the publisher.',
  })
  adsTxtLine(@Ctx() ctx: Context, @Root() { publisherId }: Site): string {
    return formatAdsTxtLine(new URL(ctx.publicUrl).hostname, publisherId);
  }
}
