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
import { invalid } from '../../errors';
import { requireViewer } from '../../identity/access/access-rule';
import { SideEnum, StatisticsQuestionArgs } from '../statistics/questions/statistics.input';
import { accountOfSide } from '../statistics/questions/statistics-page.service';
import type { StatisticsReport } from './statistics-report';
import {
  createStatisticsReport,
  getStatisticsReport,
  listStatisticsReports,
  mostKept,
} from './statistics-report.service';
import { StatisticsReportType } from './statistics-report.type';
import type { StatisticsReportContext } from './statistics-report.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = StatisticsReportContext & WithViewer;

@Resolver(() => StatisticsReportType)
export class StatisticsReportResolver {
  @Authorized('statistics.read')
  @Mutation(() => StatisticsReportType, {
    description:
      'Asks for figures as `statistics` has them, to be prepared and kept for 7 days: `GET /api/stats/report/<id>` is their CSV once the state is `ready`. An account has its last 20. Errors: FORBIDDEN without the side’s role, NOT_FOUND for a campaign or site of somebody else, VALIDATION_FAILED as `statistics`, and for an operator’s figures; TOO_MANY_REQUESTS while three are prepared.',
  })
  createStatisticsReport(
    @Ctx() ctx: Context,
    @Args(() => StatisticsQuestionArgs) { as: side, filter, ...rest }: StatisticsQuestionArgs,
  ) {
    if (side === 'operator') throw invalid({ as: ['must be advertiser or publisher'] });
    const { account } = requireViewer(ctx);
    const accountId = accountOfSide(account, side);
    const question = { side, accountId, ...rest, filter: filter ?? {} };
    return createStatisticsReport(ctx, { accountId: account.id, question });
  }

  @Authorized('statistics.read')
  @Extensions({ listSize: mostKept })
  @Query(() => [StatisticsReportType], {
    description: 'Reports that the viewer has asked for, newest first, at most 20.',
  })
  statisticsReports(@Ctx() ctx: Context) {
    return listStatisticsReports(ctx, requireViewer(ctx).account.id);
  }

  @Authorized('statistics.read')
  @Query(() => StatisticsReportType, {
    description:
      'A report that the viewer has asked for. Errors: NOT_FOUND for another’s, and for one that has expired.',
  })
  statisticsReport(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Of the report.' }) id: string,
  ) {
    return getStatisticsReport(ctx, { accountId: requireViewer(ctx).account.id, id });
  }

  @FieldResolver(() => SideEnum, { name: 'as', description: 'Side that the figures are for.' })
  side(@Root() { question }: StatisticsReport) {
    return question.side;
  }
}
