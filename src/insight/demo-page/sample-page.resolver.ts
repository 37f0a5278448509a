import { Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../context';
import { findSamplePage } from './demo-site';
import { SamplePageType } from './sample-page.type';

@Resolver()
export class SamplePageResolver {
  @Query(() => SamplePageType, {
    nullable: true,
    description:
      'Where ads of this server can be seen at once; null where it has no such page: the demo is off, or has no data. No errors.',
  })
  samplePage(@Ctx() ctx: RequestContext): Promise<SamplePageType | null> {
    return findSamplePage(ctx);
  }
}
