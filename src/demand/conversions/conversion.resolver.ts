import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { ParsedInput } from '../../validation';
import { requireViewer } from '../../identity/access/access-rule';
import { formatConversionCode, formatConversionLink } from './conversion-link';
import type { Conversion } from './conversion.resource';
import { type ClickConversionMode, clickConversionMode } from './click-conversion-mode';
import {
  createConversion,
  deleteConversion,
  setClickConversion,
  updateConversion,
} from './conversion.service';
import {
  ClickConversionType,
  ConversionObjectType,
  CreateConversionInput,
  UpdateConversionInput,
} from './conversion.type';
import type { ConversionContext } from './conversion.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = ConversionContext & WithViewer;

const idOption = { description: 'Of the conversion.' };
const campaignIdOption = { description: 'Of the campaign, 32 hex digits, dashed or not.' };

@Resolver(() => ConversionObjectType)
export class ConversionResolver {
  @FieldResolver(() => String, {
    description:
      'URL for the page that a conversion leads to. In the link of an advanced conversion replace `value`, `nonce`, `timestamp` and `signature`; `cid=` adds the case of the click.',
  })
  link(@Ctx() ctx: Context, @Root() conversion: Conversion): string {
    return formatConversionLink(ctx.publicUrl, conversion);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'HTML for the page that a conversion leads to. It reports the conversion with the case that the campaign’s `landingCode` has kept. null for an advanced conversion: a server signs and calls the `link`.',
  })
  code(@Ctx() ctx: Context, @Root() conversion: Conversion): string | null {
    return formatConversionCode(ctx.publicUrl, conversion);
  }

  @Authorized('campaign.write')
  @Mutation(() => ConversionObjectType, {
    description: 'Defines a conversion of one of the viewer’s campaigns, at most 100 of each.',
  })
  createConversion(
    @Ctx() ctx: Context,
    @Arg('campaignId', () => ID, campaignIdOption) campaignId: string,
    @Arg('input', () => CreateConversionInput, { description: 'The conversion.' })
    input: ParsedInput<typeof CreateConversionInput.parse>,
  ) {
    const advertiserId = requireViewer(ctx).account.id;
    return createConversion(ctx, { ...input, campaignId, advertiserId });
  }

  @Authorized('campaign.write')
  @Mutation(() => ConversionObjectType, {
    description:
      'Changes a conversion of one of the viewer’s campaigns, for what is recorded from then on.',
  })
  updateConversion(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, idOption) id: string,
    @Arg('input', () => UpdateConversionInput, { description: 'The members to change.' })
    changes: ParsedInput<typeof UpdateConversionInput.parse>,
  ) {
    return updateConversion(ctx, { advertiserId: requireViewer(ctx).account.id, id, changes });
  }

  @Authorized('campaign.write')
  @Mutation(() => ConversionObjectType, {
    description:
      'Ends a conversion of one of the viewer’s campaigns: its link records nothing any more. Answers it as it was. Errors: VALIDATION_FAILED.',
  })
  deleteConversion(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    return deleteConversion(ctx, { advertiserId: requireViewer(ctx).account.id, id });
  }

  @Authorized('campaign.write')
  @Mutation(() => ClickConversionType, {
    description:
      'Says how clicks of one of the viewer’s campaigns come to count. Errors: VALIDATION_FAILED.',
  })
  setClickConversion(
    @Ctx() ctx: Context,
    @Arg('campaignId', () => ID, campaignIdOption) campaignId: string,
    @Arg('mode', () => clickConversionMode.type, { description: 'How they come to count.' })
    mode: ClickConversionMode,
  ) {
    const advertiserId = requireViewer(ctx).account.id;
    return setClickConversion(ctx, { advertiserId, campaignId, mode });
  }
}
