import {
  Args,
  Authorized,
  Ctx,
  Extensions,
  FieldResolver,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { assertAllowed, requireViewer } from '../../../identity/access/access-rule';
import { FiguresType, toFigures } from './figures.type';
import { StatisticsArgs } from './statistics.input';
import { readingCost } from './plan-reading.service';
import { getStatistics } from './statistics.service';
import type { StatisticsParams } from './statistics-question';
import { accountOfSide, listStatistics } from './statistics-page.service';
import { StatisticsConnectionType } from './statistics.type';
import { assertPresent } from '../../../present';
import type { StatisticsContext } from '../statistics.context';
import type { WithViewer } from '../../../identity/access/viewer';

type Context = StatisticsContext & WithViewer;

/** A page, and the question that it answers. */
type AnsweredPage = StatisticsConnectionType & { readonly params: StatisticsParams };

@Resolver(() => StatisticsConnectionType)
export class StatisticsResolver {
  @Authorized('statistics.read')
  @Extensions({ readCost: 1, readsTogether: readingCost })
  @Query(() => StatisticsConnectionType, {
    description:
      'Figures of the viewer’s campaigns or sites. For example those of a month by the day: `statistics(as: advertiser, from: "2026-05-01T00:00:00Z", to: "2026-06-01T00:00:00Z", interval: day, first: 31) { nodes { from figures { validViews validClicks cost } } totals { cost } behindSeconds }`. Errors: FORBIDDEN without the side’s role, NOT_FOUND for a campaign or site of somebody else, VALIDATION_FAILED for what is too much: the message says what to narrow; TOO_MANY_REQUESTS, and SERVICE_UNAVAILABLE while changes are being caught up with, both with the seconds to wait.',
  })
  async statistics(
    @Ctx() ctx: Context,
    @Args(() => StatisticsArgs) { as: side, ...question }: StatisticsArgs,
  ): Promise<AnsweredPage> {
    if (side === 'operator') assertAllowed(ctx, ['operator']);
    const accountId = accountOfSide(requireViewer(ctx).account, side);
    const { first = null, after = null, filter, ...rest } = question;
    const params = { side, accountId, ...rest, filter: filter ?? {} };
    const page = await listStatistics(ctx, { ...params, first, after });
    const { hasRequests, hasErrors = false, incompleteSince } = page;
    const answer = { side, hasRequests, hasErrors, incompleteSince };
    const nodes = page.rows.map(({ cell, ...row }) => ({
      ...row,
      figures: toFigures(cell, answer),
    }));
    return {
      params,
      nodes,
      edges: nodes.map((node, at) => ({
        node,
        cursor: assertPresent(page.cursors[at], 'each row has a cursor'),
      })),
      totalCount: page.totalCount,
      pageInfo: { hasNextPage: page.hasNextPage, endCursor: page.cursors.at(-1) ?? null },
      totals: toFigures(page.totals, answer),
      behindSeconds: page.behindMs / 1000,
    };
  }

  @Extensions({ readsTogether: readingCost })
  @FieldResolver(() => FiguresType, {
    description: 'Figures of all rows together in the time of the same length before.',
  })
  async previous(@Ctx() ctx: Context, @Root() { params }: AnsweredPage) {
    const { from, to, interval: _interval, by: _by, top: _top, ...rest } = params;
    const before = new Date(from.getTime() - (to.getTime() - from.getTime()));
    const { totals, ...answer } = await getStatistics(ctx, { ...rest, from: before, to: from });
    return toFigures(totals, { ...answer, side: params.side });
  }
}
