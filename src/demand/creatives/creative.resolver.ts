import {
  Arg,
  Args,
  Authorized,
  Ctx,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { cutToMost } from '../../platform/lists/all';
import { AllArgs, AllQuery } from '../../platform/lists/all.input';
import { requireViewer } from '../../identity/access/access-rule';
import { requireId } from '../../id';
import { PageArgs } from '../../platform/lists/page.input';
import type { AllCreativesFilter } from './creative-filter';
import type { Creative } from './creative.resource';
import { serveUrlOf } from './creative-content.service';
import {
  approveCreative,
  approveCreatives,
  listAllCreatives,
  rejectCreative,
  restoreCreative,
} from './creative-review.service';
import { createCreativeFromUpload } from './creative-uploads.service';
import type { ParsedInput } from '../../validation';
import {
  deleteCreative,
  getCreative,
  listCreatives,
  type OwnCreative,
  updateCreative,
} from './creative.service';
import {
  AllCreativesFilterInput,
  ApproveCreativesInput,
  CreateCreativeInput,
  CreativeConnectionType,
  CreativeObjectType,
  type parseCreativesToApprove,
  UpdateCreativeInput,
} from './creative.type';
import type { CreativeContext } from './creative.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = CreativeContext & WithViewer;

const campaignId = { description: 'Id of the campaign, dashed or not.' };
const creativeId = { description: 'Id of the creative, dashed or not.' };

@Resolver(() => CreativeObjectType)
export class CreativeResolver {
  @Authorized('campaign.read')
  @Query(() => CreativeObjectType, {
    description: 'A creative of one of the viewer’s campaigns.',
  })
  creative(
    @Ctx() ctx: Context,
    @Arg('campaignId', () => ID, campaignId) campaign: string,
    @Arg('id', () => ID, creativeId) id: string,
  ) {
    return getCreative(ctx, own(ctx, campaign, id));
  }

  @Authorized('campaign.read')
  @Query(() => CreativeConnectionType, {
    description: 'The creatives of one of the viewer’s campaigns, oldest first.',
  })
  creatives(
    @Ctx() ctx: Context,
    @Arg('campaignId', () => ID, campaignId) campaign: string,
    @Args(() => PageArgs) page: PageArgs,
  ) {
    return listCreatives(ctx, { ...inCampaign(ctx, campaign), page });
  }

  @Authorized('campaign.write')
  @Mutation(() => CreativeObjectType, {
    description: 'Makes an active creative of an upload, which is used up.',
  })
  createCreative(
    @Ctx() ctx: Context,
    @Arg('campaignId', () => ID, campaignId) campaign: string,
    @Arg('input', () => CreateCreativeInput, { description: 'The new creative.' })
    input: ParsedInput<typeof CreateCreativeInput.parse>,
  ) {
    return createCreativeFromUpload(ctx, { ...inCampaign(ctx, campaign), ...input });
  }

  @Authorized('campaign.write')
  @Mutation(() => CreativeObjectType, {
    description:
      'Renames, starts, stops or parks a creative, or gives it another text or times of its own; the last active one of an active campaign cannot stop. Errors: CONFLICT, TOO_MANY_REQUESTS after 1,000 changes of status within a day.',
  })
  updateCreative(
    @Ctx() ctx: Context,
    @Arg('campaignId', () => ID, campaignId) campaign: string,
    @Arg('id', () => ID, creativeId) id: string,
    @Arg('input', () => UpdateCreativeInput, { description: 'The members to change.' })
    changes: ParsedInput<typeof UpdateCreativeInput.parse>,
  ) {
    return updateCreative(ctx, { ...own(ctx, campaign, id), ...changes });
  }

  @Authorized('campaign.write')
  @Mutation(() => Boolean, {
    description:
      'Deletes a creative, unless it is the last active one of an active campaign. Always true. Errors: VALIDATION_FAILED, TOO_MANY_REQUESTS as for `updateCreative`.',
  })
  async deleteCreative(
    @Ctx() ctx: Context,
    @Arg('campaignId', () => ID, campaignId) campaign: string,
    @Arg('id', () => ID, creativeId) id: string,
  ) {
    await deleteCreative(ctx, own(ctx, campaign, id));
    return true;
  }

  @AllQuery(() => [CreativeObjectType], 'Creatives of everybody, in the order of their ids.')
  allCreatives(
    @Ctx() ctx: Context,
    @Args(() => AllArgs) all: AllArgs,
    @Arg('filter', () => AllCreativesFilterInput, {
      nullable: true,
      description: 'Which of them; default all.',
    })
    filter: AllCreativesFilter,
  ) {
    return listAllCreatives(ctx, filter, cutToMost(all));
  }

  @Authorized('operator')
  @Mutation(() => CreativeObjectType, {
    description:
      'Says that an operator has looked at a creative of anybody’s, and at all of its advertiser’s with the same bytes: those that wait for review are served. An approved creative stays as it is.',
  })
  approveCreative(@Ctx() ctx: Context, @Arg('id', () => ID, creativeId) id: string) {
    return approveCreative(ctx, requireId('creative', id));
  }

  @Authorized('operator')
  @Mutation(() => Int, {
    description:
      'Does the same with several creatives; those that are gone are passed over. How many an operator had yet to look at, those of the same bytes included.',
  })
  approveCreatives(
    @Ctx() ctx: Context,
    @Arg('input', () => ApproveCreativesInput, { description: 'The creatives.' })
    { ids }: ParsedInput<typeof parseCreativesToApprove>,
  ) {
    return approveCreatives(ctx, ids);
  }

  @Authorized('operator')
  @Mutation(() => CreativeObjectType, {
    description:
      'Takes a creative of anybody’s out of serving; only an operator gives it back. Errors: VALIDATION_FAILED.',
  })
  rejectCreative(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, creativeId) id: string,
    @Arg('reason', () => String, {
      description: 'The reason, for the creative’s owner, 1 to 500 characters.',
    })
    reason: string,
  ) {
    return rejectCreative(ctx, { id: requireId('creative', id), reason });
  }

  @Authorized('operator')
  @Mutation(() => CreativeObjectType, {
    description:
      'Gives a rejected creative back to its owner, inactive. Errors: VALIDATION_FAILED.',
  })
  restoreCreative(@Ctx() ctx: Context, @Arg('id', () => ID, creativeId) id: string) {
    return restoreCreative(ctx, requireId('creative', id));
  }

  @FieldResolver(() => String, { description: 'Where the content is served.' })
  url(@Ctx() ctx: Context, @Root() creative: Creative): string {
    return serveUrlOf(ctx, creative);
  }
}

function inCampaign(ctx: Context, id: string): Omit<OwnCreative, 'id'> {
  return {
    advertiserId: requireViewer(ctx).account.id,
    campaignId: requireId('campaign', id),
  };
}

function own(ctx: Context, campaign: string, id: string): OwnCreative {
  return { ...inCampaign(ctx, campaign), id: requireId('creative', id) };
}
