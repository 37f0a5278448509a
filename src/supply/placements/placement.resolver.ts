import {
  Arg,
  Args,
  Authorized,
  Ctx,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { requireViewer } from '../../identity/access/access-rule';
import { PageArgs } from '../../platform/lists/page.input';
import { getSite } from '../sites/publisher-site.service';
import { formatEmbedCode } from './embed-code';
import type { ParsedInput } from '../../validation';
import type { Placement } from './placement.resource';
import {
  CreatePlacementInput,
  PlacementConnectionType,
  PlacementType,
  UpdatePlacementInput,
} from './placement.type';
import {
  archivePlacement,
  createOwnedPlacement,
  getPlacement,
  listPlacements,
  updatePlacement,
} from './publisher-placement.service';
import type { PlacementContext } from './placement.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = PlacementContext & WithViewer;

const idOption = { description: 'Of the placement, 32 hex digits, dashed or not.' };
const siteIdOption = { description: 'Of the site, 32 hex digits, dashed or not.' };

@Resolver(() => PlacementType)
export class PlacementResolver {
  @Authorized('site.read')
  @Query(() => PlacementConnectionType, {
    description:
      'Placements of one of the viewer’s sites, oldest first, those that finds have made among them.',
  })
  async placements(
    @Ctx() ctx: Context,
    @Arg('siteId', () => ID, siteIdOption) siteId: string,
    @Args(() => PageArgs) page: PageArgs,
  ) {
    const publisherId = requireViewer(ctx).account.id;
    return listPlacements(ctx, { site: await getSite(ctx, { publisherId, id: siteId }), page });
  }

  @Authorized('site.read')
  @Query(() => PlacementType, {
    description: 'One of the viewer’s placements.',
  })
  placement(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    return getPlacement(ctx, { publisherId: requireViewer(ctx).account.id, id });
  }

  @Authorized('site.write')
  @Mutation(() => PlacementType, {
    description: 'Creates a placement on one of the viewer’s sites.',
  })
  createPlacement(
    @Ctx() ctx: Context,
    @Arg('siteId', () => ID, siteIdOption) siteId: string,
    @Arg('input', () => CreatePlacementInput, { description: 'The new placement.' })
    input: ParsedInput<typeof CreatePlacementInput.parse>,
  ) {
    const publisherId = requireViewer(ctx).account.id;
    return createOwnedPlacement(ctx, { ...input, siteId, publisherId });
  }

  @Authorized('site.write')
  @Mutation(() => PlacementType, {
    description: 'Changes one of the viewer’s placements; finds go by it within 2 seconds.',
  })
  updatePlacement(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, idOption) id: string,
    @Arg('input', () => UpdatePlacementInput, { description: 'The members to change.' })
    changes: ParsedInput<typeof UpdatePlacementInput.parse>,
  ) {
    return updatePlacement(ctx, { publisherId: requireViewer(ctx).account.id, id, changes });
  }

  @Authorized('site.write')
  @Mutation(() => PlacementType, {
    description: 'Archives one of the viewer’s placements: it is gone from lists and stays empty.',
  })
  archivePlacement(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    return archivePlacement(ctx, { publisherId: requireViewer(ctx).account.id, id });
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'One line of HTML for the place of a page where the ad is to be: an element, and the tag that fills it. Null for models, which engines show.',
  })
  embedCode(@Ctx() ctx: Context, @Root() placement: Placement): string | null {
    return formatEmbedCode(ctx.publicUrl, placement);
  }
}
