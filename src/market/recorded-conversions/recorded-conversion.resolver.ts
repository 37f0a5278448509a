import { Args, Ctx, Mutation, Resolver } from 'type-graphql';
import { RecordConversionArgs } from './recorded-conversion.input';
import {
  recordClickConversion,
  recordConversion,
  type RecordConversionParams,
} from './recorded-conversion.service';
import { ConversionReceiptType } from './recorded-conversion.type';
import type { RecordedConversionContext } from './recorded-conversion.context';
import type { WithRequest } from '../../request-facts';

type Context = RecordedConversionContext & WithRequest;

const receipt: ConversionReceiptType = { status: 'OK' };

@Resolver()
export class RecordedConversionResolver {
  @Mutation(() => ConversionReceiptType, {
    description:
      'Records a conversion, as its link does. Answered when it is durable; of copies sent at once one is recorded. Errors: NOT_FOUND for an unknown conversion, VALIDATION_FAILED when the case has no impression of the campaign in the last 90 days, BAD_REQUEST for what is malformed, wrongly signed, stale, sent again, or does not repeat, SERVICE_UNAVAILABLE.',
  })
  async recordConversion(
    @Ctx() ctx: Context,
    @Args(() => RecordConversionArgs) args: RecordConversionArgs,
  ) {
    await recordConversion(ctx, toParams(args));
    return receipt;
  }

  @Mutation(() => ConversionReceiptType, {
    description:
      'Confirms clicks of a campaign, as its click conversion link does; a click is confirmed once. Errors: NOT_FOUND for an unknown campaign, VALIDATION_FAILED when the case has no click of the campaign in the last 90 days, BAD_REQUEST as for `recordConversion` and where clicks count at once, SERVICE_UNAVAILABLE.',
  })
  async recordClickConversion(
    @Ctx() ctx: Context,
    @Args(() => RecordConversionArgs) args: RecordConversionArgs,
  ) {
    await recordClickConversion(ctx, toParams(args));
    return receipt;
  }
}

function toParams(args: RecordConversionArgs): RecordConversionParams {
  const {
    id,
    caseId = null,
    value = null,
    nonce = null,
    timestamp = null,
    signature = null,
  } = args;
  return { id, caseId, value, nonce, timestamp, signature };
}
