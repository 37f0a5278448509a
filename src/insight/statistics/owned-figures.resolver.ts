import { Args, Authorized, Ctx, Extensions, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../context';
import { CampaignType } from '../../demand/campaigns/campaign.type';
import { CreativeObjectType } from '../../demand/creatives/creative.type';
import { createLoader } from '../../platform/graphql/loader';
import { PlacementType } from '../../supply/placements/placement.type';
import { SiteType } from '../../supply/sites/site.type';
import { emptyCell } from './cell';
import type { DimensionName, Side } from './dimensions';
import { FiguresType, toFigures } from './figures.type';
import { listFigures, type OwnedFigures } from './owned-figures.service';
import { StatisticsRangeArgs } from './statistics.input';

const description =
  'Its figures of a time: a page of a hundred is read at once. Errors: FORBIDDEN without the scope `statistics.read`, VALIDATION_FAILED for a time that is reversed or too long.';

const keyOf = ({ id, accountId, from, to }: OwnedFigures) =>
  `${accountId} ${id} ${from.getTime()} ${to.getTime()}`;

/** Finds the figures of one thing together with those of all others of the answer. */
function createFiguresLoader(side: Side, by: DimensionName) {
  const load = createLoader(async (ctx: RequestContext, keys: readonly string[]) => {
    const wanted = keys.map((key): OwnedFigures => {
      const [accountId = '', id = '', from, to] = key.split(' ');
      return { accountId, id, from: new Date(Number(from)), to: new Date(Number(to)) };
    });
    const found = await listFigures(ctx, { side, by }, wanted);
    return new Map([...found].map(([one, cell]) => [keyOf(one), cell]));
  });
  return async (ctx: RequestContext, one: OwnedFigures) =>
    toFigures((await load(ctx, keyOf(one))) ?? emptyCell(), side);
}

const ofCampaign = createFiguresLoader('advertiser', 'campaign');
const ofCreative = createFiguresLoader('advertiser', 'creative');
const ofSite = createFiguresLoader('publisher', 'site');
const ofPlacement = createFiguresLoader('publisher', 'placement');

interface OfAdvertiser {
  readonly id: string;
  readonly advertiserId: string;
}

interface OfPublisher {
  readonly id: string;
  readonly publisherId: string;
}

@Resolver(() => CampaignType)
export class CampaignFiguresResolver {
  @Authorized('statistics.read')
  @Extensions({ isStored: true })
  @FieldResolver(() => FiguresType, { description })
  figures(
    @Ctx() ctx: RequestContext,
    @Root() { id, advertiserId: accountId }: OfAdvertiser,
    @Args(() => StatisticsRangeArgs) { from, to }: StatisticsRangeArgs,
  ) {
    return ofCampaign(ctx, { id, accountId, from, to });
  }
}

@Resolver(() => CreativeObjectType)
export class CreativeFiguresResolver {
  @Authorized('statistics.read')
  @Extensions({ isStored: true })
  @FieldResolver(() => FiguresType, { description })
  figures(
    @Ctx() ctx: RequestContext,
    @Root() { id, advertiserId: accountId }: OfAdvertiser,
    @Args(() => StatisticsRangeArgs) { from, to }: StatisticsRangeArgs,
  ) {
    return ofCreative(ctx, { id, accountId, from, to });
  }
}

@Resolver(() => SiteType)
export class SiteFiguresResolver {
  @Authorized('statistics.read')
  @Extensions({ isStored: true })
  @FieldResolver(() => FiguresType, { description })
  figures(
    @Ctx() ctx: RequestContext,
    @Root() { id, publisherId: accountId }: OfPublisher,
    @Args(() => StatisticsRangeArgs) { from, to }: StatisticsRangeArgs,
  ) {
    return ofSite(ctx, { id, accountId, from, to });
  }
}

@Resolver(() => PlacementType)
export class PlacementFiguresResolver {
  @Authorized('statistics.read')
  @Extensions({ isStored: true })
  @FieldResolver(() => FiguresType, { description })
  figures(
    @Ctx() ctx: RequestContext,
    @Root() { id, publisherId: accountId }: OfPublisher,
    @Args(() => StatisticsRangeArgs) { from, to }: StatisticsRangeArgs,
  ) {
    return ofPlacement(ctx, { id, accountId, from, to });
  }
}
