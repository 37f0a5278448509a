import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Extensions,
  FieldResolver,
  ID,
  Mutation,
  Resolver,
  Root,
} from 'type-graphql';
import { cutToMost } from '../../platform/lists/all';
import { AllArgs, AllQuery } from '../../platform/lists/all.input';
import { requireId } from '../../id';
import { serveUrlOf } from '../../demand/creatives/creative-content.service';
import type { CreativeContext } from '../../demand/creatives/creative.context';
import { createLoader } from '../../platform/graphql/loader';
import {
  type CreativeReport,
  type CreativeReportReason,
  creativeReportReasons,
  maxCommentLength,
} from './creative-report';
import { CloseCreativeReportsInput, type ReportsToClose } from './creative-report.input';
import { reportCreative } from './creative-report.service';
import {
  CreativeReportReasonEnum,
  CreativeReportType,
  ReportedCreativeType,
  ReportedSiteType,
} from './creative-report.type';
import type { ReportedCreative } from './reported-creative';
import { listReportedCreatives, listReportedSites } from './reported-creative.service';
import { closeCreativeReports, listAllCreativeReports } from './review-reports.service';
import type { CreativeReportContext } from './creative-report.context';
import type { WithRequest } from '../../request-facts';

type Context = CreativeReportContext & WithRequest;

const loadCreatives = createLoader(listReportedCreatives);
const loadSites = createLoader(listReportedSites);

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
  allCreativeReports(
    @Ctx() ctx: Context,
    @Args(() => AllArgs) all: AllArgs,
    @Arg('isOpen', () => Boolean, {
      nullable: true,
      description: 'Only those with reports that no operator has closed, or only the others.',
    })
    isOpen: boolean | null = null,
  ) {
    return listAllCreativeReports(ctx, isOpen, cutToMost(all));
  }

  @Authorized('operator')
  @Extensions({ listSize: creativeReportReasons.length })
  @Mutation(() => [CreativeReportType], {
    description:
      'Closes reports of a creative that an operator has looked at; all reports of the creative. Nobody is told, the audit log has it. Reports that came meanwhile stay open, and a later one opens its reason again. Errors: NOT_FOUND for a creative without reports.',
  })
  closeCreativeReports(
    @Ctx() ctx: Context,
    @Arg('creativeId', () => ID, { description: 'Id of the creative, dashed or not.' })
    creativeId: string,
    @Arg('input', () => CloseCreativeReportsInput, { description: 'The reports to close.' })
    input: ReportsToClose,
  ) {
    return closeCreativeReports(ctx, { creativeId: requireId('creative', creativeId), ...input });
  }

  @FieldResolver(() => ReportedCreativeType, {
    nullable: true,
    description: 'The creative; null for one that is deleted.',
  })
  creative(@Ctx() ctx: Context, @Root() { creativeId }: CreativeReport) {
    return loadCreatives(ctx, creativeId);
  }

  @FieldResolver(() => ReportedSiteType, {
    nullable: true,
    description: 'The site that the last one came from; null for one that is gone.',
  })
  lastSite(@Ctx() ctx: Context, @Root() { lastSiteId }: CreativeReport) {
    return loadSites(ctx, lastSiteId);
  }
}

@Resolver(() => ReportedCreativeType)
export class ReportedCreativeResolver {
  @FieldResolver(() => String, { description: 'The URL of the content, at its own server.' })
  url(@Ctx() ctx: CreativeContext, @Root() creative: ReportedCreative): string {
    return creative.serveUrl ?? serveUrlOf(ctx, creative);
  }
}
