import { Arg, Args, Authorized, Ctx, Extensions, ID, Query, Resolver } from 'type-graphql';
import { normaliseId } from '../../../id';
import { requireViewer } from '../../../identity/access/access-rule';
import { listConversionFigures, mostConversions } from './conversion-figures.service';
import { ConversionFiguresType } from './conversion-figures.type';
import { readingCost } from './plan-reading.service';
import { StatisticsRangeArgs } from './statistics.input';
import { accountOfSide } from './statistics-page.service';
import type { StatisticsContext } from '../statistics.context';
import type { WithViewer } from '../../../identity/access/viewer';

type Context = StatisticsContext & WithViewer;

@Resolver()
export class ConversionFiguresResolver {
  @Authorized('statistics.read')
  @Extensions({ listSize: mostConversions, readsTogether: readingCost })
  @Query(() => [ConversionFiguresType], {
    description:
      'Accepted conversions of the viewer’s campaigns by what was defined, those that cost most first, at most 1000. Confirmed clicks are not among them. Errors: FORBIDDEN without the role of an advertiser, NOT_FOUND for a campaign of somebody else, VALIDATION_FAILED for what is too much: the message says what to narrow; TOO_MANY_REQUESTS.',
  })
  conversionFigures(
    @Ctx() ctx: Context,
    @Args(() => StatisticsRangeArgs) { from, to }: StatisticsRangeArgs,
    @Arg('campaignId', () => ID, { nullable: true, description: 'Only those of this campaign.' })
    campaignId: string | null = null,
  ) {
    const { account } = requireViewer(ctx);
    accountOfSide(account, 'advertiser');
    return listConversionFigures(ctx, {
      accountId: account.id,
      from,
      to,
      campaignId: campaignId === null ? null : normaliseId(campaignId),
    });
  }
}
