import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Extensions,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { cutToMost } from '../../platform/lists/all';
import { AllArgs, AllQuery } from '../../platform/lists/all.input';
import { listClassifications } from '../classifications/classification.service';
import { ClassificationType } from '../classifications/classification.type';
import { formatClickConversionLink, formatLandingCode } from '../conversions/conversion-link';
import { listConversions, pageOfConversions } from '../conversions/conversion.service';
import { ConversionConnectionType } from '../conversions/conversion.type';
import { pageOfCreatives } from '../creatives/creative.service';
import { CreativeConnectionType } from '../creatives/creative.type';
import { requireViewer } from '../../identity/access/access-rule';
import { createLoader } from '../../platform/graphql/loader';
import { JsonScalar } from '../../platform/graphql/scalars';
import { NestedPageArgs, PageArgs } from '../../platform/lists/page.input';
import type { ParsedInput } from '../../validation';
import { type Campaign, type CampaignStatus, campaignStatus } from './campaign.resource';
import type { CampaignEdit } from './campaign-edit.service';
import type { CampaignFilter } from './campaign-filter';
import { formatTargeting } from './campaign-targeting';
import { cloneCampaign, createCampaign, validateCampaign } from './campaign-creation.service';
import {
  deleteCampaign,
  getCampaign,
  listAllCampaigns,
  listCampaigns,
  listCreativesOf,
  updateCampaign,
} from './campaign.service';
import {
  CampaignConnectionType,
  CampaignFilterInput,
  CampaignType,
  CreateCampaignInput,
  UpdateCampaignInput,
} from './campaign.type';
import type { CampaignContext } from './campaign.context';
import type { ClassificationContext } from '../classifications/classification.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = CampaignContext & ClassificationContext & WithViewer;

const idOption = { description: 'Of the campaign, 32 hex digits, dashed or not.' };
const loadClassifications = createLoader(listClassifications);
const loadConversions = createLoader(listConversions);
const loadCreatives = createLoader(listCreativesOf);

@Resolver(() => CampaignType)
export class CampaignResolver {
  @AllQuery(() => [CampaignType], 'Campaigns of everybody, in the order of their ids.')
  allCampaigns(
    @Ctx() ctx: Context,
    @Args(() => AllArgs) all: AllArgs,
    @Arg('advertiserId', () => ID, { nullable: true, description: 'Only those of this account.' })
    advertiserId: string | null = null,
    @Arg('status', () => campaignStatus.type, { nullable: true, description: 'Only those in it.' })
    status: CampaignStatus | null = null,
  ) {
    return listAllCampaigns(ctx, { advertiserId, status }, cutToMost(all));
  }

  @Authorized('campaign.read')
  @Query(() => CampaignConnectionType, {
    description: 'The viewer’s campaigns, oldest first.',
  })
  campaigns(
    @Ctx() ctx: Context,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => CampaignFilterInput, {
      nullable: true,
      description: 'Which of them; default: all.',
    })
    filter: CampaignFilter,
  ) {
    const advertiserId = requireViewer(ctx).account.id;
    return listCampaigns(ctx, { advertiserId, filter, page });
  }

  @Authorized('campaign.read')
  @Query(() => CampaignType, {
    description: 'One of the viewer’s campaigns.',
  })
  campaign(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    return getCampaign(ctx, { advertiserId: requireViewer(ctx).account.id, id });
  }

  @Authorized('campaign.read')
  @Query(() => Boolean, {
    description:
      'Checks the input of a campaign as `createCampaign` does, with every problem at its member: nothing is created, and no upload is used up. Always true.',
  })
  async validateCampaign(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateCampaignInput, { description: 'The campaign that would be created.' })
    input: ParsedInput<typeof CreateCampaignInput.parse>,
  ) {
    const advertiserId = requireViewer(ctx).account.id;
    await validateCampaign(ctx, { ...input, advertiserId });
    return true;
  }

  @Authorized('campaign.write')
  @Mutation(() => CampaignType, {
    description:
      'Creates a campaign of the viewer’s, with its creatives or not at all. Errors: CONFLICT for the reference of a campaign that was created from another input, or was deleted.',
  })
  createCampaign(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateCampaignInput, { description: 'The new campaign.' })
    input: ParsedInput<typeof CreateCampaignInput.parse>,
    @Arg('reference', () => String, {
      nullable: true,
      description:
        'A name of the client’s for this creation, 1 to 200 characters, unique among the viewer’s campaigns. A client whose answer was lost repeats the mutation with the same reference, and gets the campaign that is there. Default: every call makes a new campaign.',
    })
    reference: string | null = null,
  ) {
    const advertiserId = requireViewer(ctx).account.id;
    return createCampaign(ctx, { ...input, advertiserId, reference });
  }

  @Authorized('campaign.write')
  @Mutation(() => CampaignType, {
    description:
      'Changes one of the viewer’s campaigns. Errors: CONFLICT, TOO_MANY_REQUESTS after 1,000 changes of status, times or budget within a day.',
  })
  updateCampaign(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, idOption) id: string,
    @Arg('input', () => UpdateCampaignInput, { description: 'The members to change.' })
    changes: CampaignEdit,
  ) {
    const advertiserId = requireViewer(ctx).account.id;
    return updateCampaign(ctx, { advertiserId, id, changes });
  }

  @Authorized('campaign.write')
  @Mutation(() => Boolean, {
    description:
      'Deletes one of the viewer’s campaigns with its creatives; statistics and payments keep them. Always true.',
  })
  async deleteCampaign(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    await deleteCampaign(ctx, { advertiserId: requireViewer(ctx).account.id, id });
    return true;
  }

  @Authorized('campaign.write')
  @Mutation(() => CampaignType, {
    description:
      'Copies one of the viewer’s campaigns as a draft, with its creatives and conversions; the copy has a secret of its own, and its name has the next number: “Spring (2)”.',
  })
  cloneCampaign(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
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
    description:
      'URL that the landing page loads to confirm a click; null where clicks count at once.',
  })
  conversionClickLink(@Ctx() ctx: Context, @Root() campaign: Campaign) {
    const { id: campaignId, conversionClick: mode } = campaign;
    return formatClickConversionLink(ctx.publicUrl, { campaignId, mode });
  }

  @FieldResolver(() => String, {
    description:
      'HTML for every page of the site that the campaign leads to. It keeps the case of a visit in the site’s own storage, for 90 days, and confirms the click where `conversionClick` is `basic`.',
  })
  landingCode(@Ctx() ctx: Context, @Root() campaign: Campaign) {
    return formatLandingCode(ctx.publicUrl, campaign);
  }

  @Extensions({ readsAll: 100 })
  @FieldResolver(() => CreativeConnectionType, {
    description:
      'The campaign’s creatives, oldest first: at most 100 in all. The cursors are those of `creatives`. Errors: VALIDATION_FAILED.',
  })
  creatives(
    @Ctx() ctx: Context,
    @Root() { id: campaignId }: Campaign,
    @Args(() => NestedPageArgs) page: NestedPageArgs,
  ) {
    const readAll = async () => (await loadCreatives(ctx, campaignId)) ?? [];
    return pageOfCreatives(ctx, { campaignId, page, readAll });
  }

  // Each is merged from what is said of up to 100 creatives.
  @Extensions({ listSize: 10, isStored: true, readCost: 100 })
  @FieldResolver(() => [ClassificationType], {
    description:
      'The word of classifiers on the campaign’s creatives, one entry for each classifier.',
  })
  async classifications(@Ctx() ctx: Context, @Root() campaign: Campaign) {
    return (await loadClassifications(ctx, campaign.id)) ?? [];
  }

  @Extensions({ readsAll: 100 })
  @FieldResolver(() => ConversionConnectionType, {
    description:
      'The campaign’s conversions, oldest first: at most 100 in all. Errors: VALIDATION_FAILED.',
  })
  conversions(
    @Ctx() ctx: Context,
    @Root() { id: campaignId }: Campaign,
    @Args(() => NestedPageArgs) page: NestedPageArgs,
  ) {
    const readAll = async () => (await loadConversions(ctx, campaignId)) ?? [];
    return pageOfConversions(ctx, { campaignId, page, readAll });
  }
}
