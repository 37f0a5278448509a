import { Field, ID, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import { FiguresType } from '../statistics/questions/figures.type';

const revision = {
  description:
    'Names this state. As `after` of a new subscription, or as `Last-Event-ID`, it says that the state is known already.',
};

@ObjectType('LiveFigures', {
  description: 'Figures up to now, as a subscription tells them.',
  simpleResolvers: true,
})
export class LiveFiguresType {
  @Field(() => ID, revision)
  revision!: string;

  @Field(() => DateTimeScalar, { description: 'Since when they are summed up.' })
  from!: Date;

  @Field(() => DateTimeScalar, { description: 'When they were read.' })
  at!: Date;

  @Field(() => FiguresType, { description: 'The figures.' })
  figures!: FiguresType;
}
