import { Field, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import type { ActingVisit } from './acting';

@ObjectType('Acting', {
  description: 'An operator’s visit to the viewer’s account.',
  simpleResolvers: true,
})
export class ActingType implements ActingVisit {
  @Field(() => String, {
    nullable: true,
    description: 'Email of the operator who acts for the account.',
  })
  operatorEmail!: string | null;

  @Field(() => DateTimeScalar, {
    description: 'When the session ends by itself, and the operator has to log in again.',
  })
  endsAt!: Date;
}
