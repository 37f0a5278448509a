import { Arg, Authorized, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../context';
import { requireViewer } from '../graphql/auth-checker';
import { type Conversion, type ConversionTerms, formatConversionLink } from './conversion';
import { CreateConversionInput, UpdateConversionInput } from './conversion.input';
import {
  createConversion,
  type CreateConversionParams,
  deleteConversion,
  setClickConversion,
  updateConversion,
} from './conversion.service';
import { ClickConversionType, ConversionObjectType } from './conversion.type';

const idOption = { description: 'Of the conversion.' };
const campaignIdOption = { description: 'Of the campaign, 32 hex digits, dashed or not.' };

@Resolver(() => ConversionObjectType)
export class ConversionResolver {
  @FieldResolver(() => String, {
    description:
      'What the page loads that a conversion leads to. Of an advanced one `value`, `nonce`, `timestamp` and `signature` are to be replaced, and with `cid=` the case of the click can be added.',
  })
  link(@Ctx() ctx: RequestContext, @Root() conversion: Conversion): string {
    return formatConversionLink(ctx.publicUrl, conversion);
  }

  @Authorized('campaign.write')
  @Mutation(() => ConversionObjectType, {
    description:
      'Defines a conversion of one of the viewer’s campaigns, at most 100 of each. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, VALIDATION_FAILED.',
  })
  createConversion(
    @Ctx() ctx: RequestContext,
    @Arg('campaignId', () => ID, campaignIdOption) campaignId: string,
    @Arg('input', () => CreateConversionInput, { description: 'The conversion.' })
    input: CreateConversionInput,
  ) {
    const { name, type, limitType, eventType, value = null } = input;
    const { isValueMutable, isRepeatable } = input;
    const advertiserId = requireViewer(ctx).account.id;
    const terms = { name, limitType, eventType, value, isValueMutable, isRepeatable };
    // The service checks what the schema knows as texts.
    return createConversion(ctx, {
      ...terms,
      type,
      campaignId,
      advertiserId,
    } as CreateConversionParams);
  }

  @Authorized('campaign.write')
  @Mutation(() => ConversionObjectType, {
    description:
      'Changes a conversion of one of the viewer’s campaigns, for what is recorded from then on. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, VALIDATION_FAILED.',
  })
  updateConversion(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID, idOption) id: string,
    @Arg('input', () => UpdateConversionInput, { description: 'What to change.' })
    input: UpdateConversionInput,
  ) {
    const advertiserId = requireViewer(ctx).account.id;
    // The service checks what the schema knows as texts; the input's own rules let no null through but the value's.
    return updateConversion(ctx, { advertiserId, id, changes: input as Partial<ConversionTerms> });
  }

  @Authorized('campaign.write')
  @Mutation(() => ConversionObjectType, {
    description:
      'Ends a conversion of one of the viewer’s campaigns: its link records nothing any more. Answers it as it was. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, VALIDATION_FAILED.',
  })
  deleteConversion(@Ctx() ctx: RequestContext, @Arg('id', () => ID, idOption) id: string) {
    return deleteConversion(ctx, { advertiserId: requireViewer(ctx).account.id, id });
  }

  @Authorized('campaign.write')
  @Mutation(() => ClickConversionType, {
    description:
      'Says how clicks of one of the viewer’s campaigns come to count. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, VALIDATION_FAILED.',
  })
  setClickConversion(
    @Ctx() ctx: RequestContext,
    @Arg('campaignId', () => ID, campaignIdOption) campaignId: string,
    @Arg('mode', () => String, {
      description:
        '`none`: at once; `basic`: when the landing page loads the campaign’s link; `advanced`: when it does so signed.',
    })
    mode: string,
  ) {
    const advertiserId = requireViewer(ctx).account.id;
    return setClickConversion(ctx, { advertiserId, campaignId, mode });
  }
}
