import { Authorized, Ctx, Extensions, FieldResolver, Resolver, Root } from 'type-graphql';
import { groupsOf } from '../../../non-empty';
import { DateTimeScalar } from '../../../platform/graphql/scalars';
import { createLoader } from '../../../platform/graphql/loader';
import { PlacementType } from '../../../supply/placements/placement.type';
import type { StatisticsContext } from '../statistics.context';
import {
  type LastTraffic,
  lastTrafficDays,
  listLastTraffic,
  type TrafficPlacement,
} from './last-traffic.service';

const load = createLoader(
  async (ctx: StatisticsContext, placements: readonly TrafficPlacement[]) => {
    const found = new Map<TrafficPlacement, LastTraffic>();
    for (const [publisherId, own] of groupsOf(placements, (one) => one.publisherId)) {
      const traffic = await listLastTraffic(ctx, publisherId, own);
      for (const one of own) {
        const last = traffic.get(one.id);
        if (last) found.set(one, last);
      }
    }
    return found;
  },
);

/** Seven days at most are read, for both of them together. */
const readsTogether = 500;
const days = `null: none in the last ${lastTrafficDays} days`;

@Resolver(() => PlacementType)
export class LastTrafficResolver {
  @Authorized('statistics.read')
  @Extensions({ readsTogether })
  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: `When a page has last asked for an ad by the placement’s code: the begin of that quarter of an hour; ${days}. Finds in test mode, and of other hosts than the site’s, do not count. Errors: FORBIDDEN without the scope \`statistics.read\`.`,
  })
  async lastFindAt(@Ctx() ctx: StatisticsContext, @Root() placement: TrafficPlacement) {
    return (await load(ctx, placement))?.findAt ?? null;
  }

  @Authorized('statistics.read')
  @Extensions({ readsTogether })
  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: `When an ad was last seen there, be the view accepted or not: the begin of that quarter of an hour; ${days}. Views are known once they have a verdict. Errors: FORBIDDEN without the scope \`statistics.read\`.`,
  })
  async lastViewAt(@Ctx() ctx: StatisticsContext, @Root() placement: TrafficPlacement) {
    return (await load(ctx, placement))?.viewAt ?? null;
  }
}
