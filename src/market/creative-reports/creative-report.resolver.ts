import { Arg, Args, Ctx, Mutation, Resolver } from 'type-graphql';
import { cutToMost } from '../../platform/lists/all';
import { AllArgs, AllQuery } from '../../platform/lists/all.input';
import { type CreativeReportReason, maxCommentLength } from './creative-report';
import { listAllCreativeReports, reportCreative } from './creative-report.service';
import { CreativeReportReasonEnum, CreativeReportType } from './creative-report.type';
import type { CreativeReportContext } from './creative-report.context';
import type { WithRequest } from '../../request-facts';

type Context = CreativeReportContext & WithRequest;

@Resolver(() => CreativeReportType)
export class CreativeReportResolver {
  @Mutation(() => Boolean, {
    description:
      'Reports a creative that was offered within 24 hours. Anybody may; repeats count. Errors: VALIDATION_FAILED, FORBIDDEN for a token that was not issued for an impression, GONE for one older than 24 hours, TOO_MANY_REQUESTS.',
  })
  async reportCreative(
    @Ctx() ctx: Context,
    @Arg('token', () => String, { description: 'The member `e` of an impression URL.' })
    token: string,
    @Arg('reason', () => CreativeReportReasonEnum, { description: 'The reason for the report.' })
    reason: CreativeReportReason,
    @Arg('hash', () => String, {
      nullable: true,
      description: 'SHA-1 of the bytes that came, 40 lower-case hex digits.',
    })
    hash: string | null = null,
    @Arg('comment', () => String, {
      nullable: true,
      description: `In words, at most ${maxCommentLength} characters.`,
    })
    comment: string | null = null,
  ): Promise<boolean> {
    await reportCreative(ctx, { token, reason, hash, comment });
    return true;
  }

  @AllQuery(
    () => [CreativeReportType],
    'Reports on everybody’s creatives, in the order of their ids.',
  )
  allCreativeReports(@Ctx() ctx: Context, @Args(() => AllArgs) all: AllArgs) {
    return listAllCreativeReports(ctx, cutToMost(all));
  }
}
