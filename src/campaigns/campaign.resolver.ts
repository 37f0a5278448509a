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
import { listClassifications } from '../classifications/classification.service';
import { ClassificationType } from '../classifications/classification.type';
import type { RequestContext } from '../context';
import { formatClickConversionLink } from '../conversions/conversion';
import { listConversions } from '../conversions/conversion.service';
import { ConversionObjectType } from '../conversions/conversion.type';
import { CreativeType } from '../creatives/creative.type';
import { requireViewer } from '../graphql/auth-checker';
import { createLoader } from '../graphql/loader';
import { JsonScalar } from '../graphql/scalars';
import { PageArgs } from '../lists/page.input';
import type { Campaign } from './campaign';
import { CampaignFilterInput, CreateCampaignInput, UpdateCampaignInput } from './campaign.input';
import { formatTargeting } from './campaign-targeting';
import {
  cloneCampaign,
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  listCreativesOf,
  updateCampaign,
} from './campaign.service';
import { CampaignConnectionType, CampaignType } from './campaign.type';

const idOption = { description: 'Of the campaign, 32 hex digits, dashed or not.' };
const loadClassifications = createLoader(listClassifications);
const loadConversions = createLoader(listConversions);
const loadCreatives = createLoader(listCreativesOf);

@Resolver(() => CampaignType)
export class CampaignResolver {
  @Authorized('campaign.read')
  @Query(() => CampaignConnectionType, {
    description:
      'The viewer’s campaigns, oldest first. Errors: UNAUTHENTICATED, FORBIDDEN, VALIDATION_FAILED.',
  })
  campaigns(
    @Ctx() ctx: RequestContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => CampaignFilterInput, {
      nullable: true,
      description: 'Which of them; default: all.',
    })
    filter: CampaignFilterInput | null,
  ) {
    const advertiserId = requireViewer(ctx).account.id;
    return listCampaigns(ctx, { advertiserId, filter: filter ?? {}, page });
  }

  @Authorized('campaign.read')
  @Query(() => CampaignType, {
    description: 'One of the viewer’s campaigns. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND.',
  })
  campaign(@Ctx() ctx: RequestContext, @Arg('id', () => ID, idOption) id: string) {
    return getCampaign(ctx, { advertiserId: requireViewer(ctx).account.id, id });
  }

  @Authorized('campaign.write')
  @Mutation(() => CampaignType, {
    description:
      'Creates a campaign of the viewer’s, with its creatives or not at all. Errors: UNAUTHENTICATED, FORBIDDEN, VALIDATION_FAILED.',
  })
  createCampaign(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => CreateCampaignInput, { description: 'The new campaign.' })
    input: CreateCampaignInput,
  ) {
    const { vendor = null, maxCpc = null, maxCpm = null, endsAt = null, ...rest } = input;
    const { targeting, creatives, ...terms } = rest;
    return createCampaign(ctx, {
      ...terms,
      vendor,
      maxCpc,
      maxCpm,
      endsAt,
      targeting,
      creatives: creatives ?? [],
      advertiserId: requireViewer(ctx).account.id,
    });
  }

  @Authorized('campaign.write')
  @Mutation(() => CampaignType, {
    description:
      'Changes one of the viewer’s campaigns. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, VALIDATION_FAILED, CONFLICT.',
  })
  updateCampaign(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID, idOption) id: string,
    @Arg('input', () => UpdateCampaignInput, { description: 'What to change.' })
    changes: UpdateCampaignInput,
  ) {
    const advertiserId = requireViewer(ctx).account.id;
    return updateCampaign(ctx, { advertiserId, id, changes });
  }

  @Authorized('campaign.write')
  @Mutation(() => Boolean, {
    description:
      'Deletes one of the viewer’s campaigns with its creatives; statistics and payments keep them. Always true. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND.',
  })
  async deleteCampaign(@Ctx() ctx: RequestContext, @Arg('id', () => ID, idOption) id: string) {
    await deleteCampaign(ctx, { advertiserId: requireViewer(ctx).account.id, id });
    return true;
  }

  @Authorized('campaign.write')
  @Mutation(() => CampaignType, {
    description:
      'Copies one of the viewer’s campaigns as a draft, with its creatives and conversions; the copy has a secret of its own. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND.',
  })
  cloneCampaign(@Ctx() ctx: RequestContext, @Arg('id', () => ID, idOption) id: string) {
    return cloneCampaign(ctx, { advertiserId: requireViewer(ctx).account.id, id });
  }

  @FieldResolver(() => JsonScalar, {
    description:
      'Features that a request must have and must not have, in the notation in which they were written: with the levels `requires` and `excludes`, or without them, which means `requires`.',
  })
  targeting(@Root() campaign: Campaign) {
    return formatTargeting(campaign);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'What the landing page loads to confirm a click; null where clicks count at once.',
  })
  conversionClickLink(@Ctx() ctx: RequestContext, @Root() campaign: Campaign) {
    const { id: campaignId, conversionClick: mode } = campaign;
    return formatClickConversionLink(ctx.publicUrl, { campaignId, mode });
  }

  @FieldResolver(() => [CreativeType], { description: 'What it shows, oldest first.' })
  async creatives(@Ctx() ctx: RequestContext, @Root() campaign: Campaign) {
    return (await loadCreatives(ctx, campaign.id)) ?? [];
  }

  @FieldResolver(() => [ClassificationType], {
    description: 'What classifiers say of its creatives, one entry for each classifier.',
  })
  async classifications(@Ctx() ctx: RequestContext, @Root() campaign: Campaign) {
    return (await loadClassifications(ctx, campaign.id)) ?? [];
  }

  @FieldResolver(() => [ConversionObjectType], {
    description: 'What it wants to be told of, oldest first; at most 100.',
  })
  async conversions(@Ctx() ctx: RequestContext, @Root() campaign: Campaign) {
    return (await loadConversions(ctx, campaign.id)) ?? [];
  }
}
