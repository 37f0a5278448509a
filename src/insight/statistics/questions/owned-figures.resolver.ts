import {
  Args,
  Authorized,
  type ClassType,
  Ctx,
  Extensions,
  FieldResolver,
  Resolver,
  Root,
} from 'type-graphql';
import { CampaignType } from '../../../demand/campaigns/campaign.type';
import { CreativeObjectType } from '../../../demand/creatives/creative.type';
import { createLoader } from '../../../platform/graphql/loader';
import { PlacementType } from '../../../supply/placements/placement.type';
import { SiteType } from '../../../supply/sites/site.type';
import type { Noun } from './dimensions';
import { FiguresType, toFigures } from './figures.type';
import { readingCost } from './plan-reading.service';
import { listFigures, type OwnedFigures } from './owned-figures.service';
import { findReadFigures, type WithReadFigures } from './read-figures';
import { StatisticsRangeArgs } from './statistics.input';
import { assertPresent } from '../../../present';
import type { StatisticsContext } from '../statistics.context';

const description =
  'Its figures of a time: a page of a hundred is read at once. Errors: FORBIDDEN without the scope `statistics.read`, VALIDATION_FAILED for a time that is reversed or too long.';

const keyOf = ({ id, accountId, from, to }: OwnedFigures) =>
  `${accountId} ${id} ${from.getTime()} ${to.getTime()}`;

/** Finds the figures of one thing together with those of all others of the answer. */
function createFiguresLoader(side: OwnedSide, by: Noun) {
  const load = createLoader(async (ctx: StatisticsContext, keys: readonly string[]) => {
    const wanted = keys.map((key): OwnedFigures => {
      const [accountId = '', id = '', from, to] = key.split(' ');
      return { accountId, id, from: new Date(Number(from)), to: new Date(Number(to)) };
    });
    const found = await listFigures(ctx, { side, by }, wanted);
    return new Map([...found].map(([one, figures]) => [keyOf(one), figures]));
  });
  return async (ctx: StatisticsContext, one: OwnedFigures) => {
    const { cell, ...answer } = assertPresent(
      await load(ctx, keyOf(one)),
      'all figures that were asked for are found',
    );
    return toFigures(cell, { side, ...answer });
  };
}

/** Something with figures, and whose it is. */
type Owned = { readonly id: string } & WithReadFigures &
  Readonly<Partial<Record<`${OwnedSide}Id`, string>>>;
type OwnedSide = 'advertiser' | 'publisher';

/** Gives a type the field `figures`: type-graphql wants a class for each. */
function createFiguresResolver(type: ClassType, side: OwnedSide, by: Noun) {
  const findFigures = createFiguresLoader(side, by);
  @Resolver(() => type)
  class OwnedFiguresResolver {
    @Authorized('statistics.read')
    @Extensions({ readsTogether: readingCost })
    @FieldResolver(() => FiguresType, { description })
    figures(
      @Ctx() ctx: StatisticsContext,
      @Root() root: Owned,
      @Args(() => StatisticsRangeArgs) { from, to }: StatisticsRangeArgs,
    ) {
      const read = findReadFigures(root, { side, from, to });
      if (read) return toFigures(read.cell, { side, ...read });
      const accountId = assertPresent(root[`${side}Id`], 'the type has the id of its side');
      return findFigures(ctx, { id: root.id, accountId, from, to });
    }
  }
  return OwnedFiguresResolver;
}

export const figuresResolvers = [
  createFiguresResolver(CampaignType, 'advertiser', 'campaign'),
  createFiguresResolver(CreativeObjectType, 'advertiser', 'creative'),
  createFiguresResolver(SiteType, 'publisher', 'site'),
  createFiguresResolver(PlacementType, 'publisher', 'placement'),
] as const;
