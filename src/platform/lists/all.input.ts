import { ArgsType, Authorized, Extensions, Field, ID, Query } from 'type-graphql';
import { PositiveIntScalar } from '../graphql/scalars';
import { type AllParams, mostOfAll } from './all';

/** Arguments of the lists of operators. */
@ArgsType()
export class AllArgs implements AllParams {
  @Field(() => PositiveIntScalar, {
    defaultValue: mostOfAll,
    description: `Most items; at most ${mostOfAll}: more is cut.`,
  })
  first!: number;

  @Field(() => ID, {
    nullable: true,
    description: 'Only those behind this id: of the last item, the list goes on.',
  })
  afterId?: string | null;
}

/** Declares a query for operators: everybody's things, which `AllArgs` tells a part of. */
export function AllQuery(type: () => [object], description: string): MethodDecorator {
  const decorators: readonly MethodDecorator[] = [
    Authorized('operator'),
    Extensions({ listSize: mostOfAll }),
    Query(type, { description }),
  ];
  return (...target) => {
    for (const decorate of decorators) decorate(...target);
  };
}
