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
import type { RequestContext } from '../context';
import { AppError } from '../errors';
import { requireViewer } from '../graphql/auth-checker';
import { isUuid, toId } from '../id';
import { PageArgs } from '../lists/page.input';
import type { Creative, CreativeStatus } from './creative';
import { serveUrlOf } from './creative-content.service';
import { rejectCreative, restoreCreative } from './creative-review.service';
import { createCreativeFromUpload } from './creative-uploads.service';
import { CreateCreativeInput, UpdateCreativeInput } from './creative.input';
import {
  deleteCreative,
  getCreative,
  listCreatives,
  type OwnCreative,
  updateCreative,
} from './creative.service';
import { CreativeConnectionType, CreativeType } from './creative.type';

const campaignId = { description: 'Id of the campaign, dashed or not.' };
const creativeId = { description: 'Id of the creative, dashed or not.' };

@Resolver(() => CreativeType)
export class CreativeResolver {
  @Authorized('campaign.read')
  @Query(() => CreativeType, {
    description: 'A creative of one of the viewer’s campaigns. Errors: NOT_FOUND.',
  })
  creative(
    @Ctx() ctx: RequestContext,
    @Arg('campaignId', () => ID, campaignId) campaign: string,
    @Arg('id', () => ID, creativeId) id: string,
  ) {
    return getCreative(ctx, own(ctx, campaign, id));
  }

  @Authorized('campaign.read')
  @Query(() => CreativeConnectionType, {
    description:
      'The creatives of one of the viewer’s campaigns, oldest first. Errors: NOT_FOUND, VALIDATION_FAILED.',
  })
  creatives(
    @Ctx() ctx: RequestContext,
    @Arg('campaignId', () => ID, campaignId) campaign: string,
    @Args(() => PageArgs) page: PageArgs,
  ) {
    return listCreatives(ctx, { ...inCampaign(ctx, campaign), page });
  }

  @Authorized('campaign.write')
  @Mutation(() => CreativeType, {
    description:
      'Makes an active creative of an upload, which is used up. Errors: NOT_FOUND, VALIDATION_FAILED.',
  })
  createCreative(
    @Ctx() ctx: RequestContext,
    @Arg('campaignId', () => ID, campaignId) campaign: string,
    @Arg('input', () => CreateCreativeInput, { description: 'The new creative.' })
    { fileId, name }: CreateCreativeInput,
  ) {
    return createCreativeFromUpload(ctx, { ...inCampaign(ctx, campaign), fileId, name });
  }

  @Authorized('campaign.write')
  @Mutation(() => CreativeType, {
    description:
      'Renames, starts, stops or parks a creative; the last active one of an active campaign cannot stop. Errors: NOT_FOUND, VALIDATION_FAILED, CONFLICT.',
  })
  updateCreative(
    @Ctx() ctx: RequestContext,
    @Arg('campaignId', () => ID, campaignId) campaign: string,
    @Arg('id', () => ID, creativeId) id: string,
    @Arg('input', () => UpdateCreativeInput, { description: 'What changes.' })
    { name, status }: UpdateCreativeInput,
  ) {
    return updateCreative(ctx, {
      ...own(ctx, campaign, id),
      ...(name !== undefined && { name }),
      // The input's check has seen that it is one.
      ...(status !== undefined && { status: status as CreativeStatus }),
    });
  }

  @Authorized('campaign.write')
  @Mutation(() => Boolean, {
    description:
      'Deletes a creative, unless it is the last active one of an active campaign. Always true. Errors: NOT_FOUND, VALIDATION_FAILED.',
  })
  async deleteCreative(
    @Ctx() ctx: RequestContext,
    @Arg('campaignId', () => ID, campaignId) campaign: string,
    @Arg('id', () => ID, creativeId) id: string,
  ) {
    await deleteCreative(ctx, own(ctx, campaign, id));
    return true;
  }

  @Authorized('operator')
  @Mutation(() => CreativeType, {
    description:
      'Takes a creative of anybody’s out of serving for good. Errors: NOT_FOUND, VALIDATION_FAILED.',
  })
  rejectCreative(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID, creativeId) id: string,
    @Arg('reason', () => String, {
      description: 'What the owner reads of it, 1 to 500 characters.',
    })
    reason: string,
  ) {
    return rejectCreative(ctx, { id: readId('creative', id), reason });
  }

  @Authorized('operator')
  @Mutation(() => CreativeType, {
    description:
      'Gives a rejected creative back to its owner, inactive. Errors: NOT_FOUND, VALIDATION_FAILED.',
  })
  restoreCreative(@Ctx() ctx: RequestContext, @Arg('id', () => ID, creativeId) id: string) {
    return restoreCreative(ctx, readId('creative', id));
  }

  @FieldResolver(() => String)
  url(@Ctx() ctx: RequestContext, @Root() creative: Creative): string {
    return serveUrlOf(ctx, creative);
  }
}

function inCampaign(ctx: RequestContext, id: string): Omit<OwnCreative, 'id'> {
  return {
    advertiserId: requireViewer(ctx).account.id,
    campaignId: readId('campaign', id),
  };
}

function own(ctx: RequestContext, campaign: string, id: string): OwnCreative {
  return { ...inCampaign(ctx, campaign), id: readId('creative', id) };
}

/** @throws {AppError} `NOT_FOUND` for a text that is no id: there is nothing by that name. */
function readId(what: string, text: string): string {
  if (!isUuid(text)) throw new AppError('NOT_FOUND', `${what} ${text.slice(0, 64)} not found`);
  return toId(text);
}
