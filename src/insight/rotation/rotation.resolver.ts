import { Ctx, Extensions, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Creative } from '../../demand/creatives/creative.resource';
import { CreativeObjectType } from '../../demand/creatives/creative.type';
import { createLoader } from '../../platform/graphql/loader';
import type { RotationContext } from './rotation.context';
import { RotationFiguresType } from './rotation-figures.type';
import { listRotationFigures } from './rotation.service';

const loadFigures = createLoader(listRotationFigures);

@Resolver(() => CreativeObjectType)
export class CreativeRotationResolver {
  @Extensions({ readsTogether: 500 })
  @FieldResolver(() => RotationFiguresType, {
    nullable: true,
    description:
      'How often it is shown where its campaign’s creatives take turns, and why; null: it is not for sale now, or competes for itself.',
  })
  rotation(@Ctx() ctx: RotationContext, @Root() { id }: Creative) {
    return loadFigures(ctx, id);
  }
}
