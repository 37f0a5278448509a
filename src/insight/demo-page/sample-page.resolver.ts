import { Ctx, Query, Resolver } from 'type-graphql';
import { findSamplePage } from './demo-site';
import { SamplePageType } from './sample-page.type';
import type { PlacementContext } from '../../supply/placements/placement.context';

@Resolver()
export class SamplePageResolver {
  @Query(() => SamplePageType, {
    nullable: true,
    description:
      'Where ads of this server can be seen at once; null where it has no such page: the demo is off, or has no data. No errors.',
  })
  samplePage(@Ctx() ctx: PlacementContext): Promise<SamplePageType | null> {
    return findSamplePage(ctx);
  }
}
