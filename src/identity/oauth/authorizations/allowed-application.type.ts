import { Extensions, Field, ID, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../../../platform/graphql/scalars';
import type { AllowedApplication } from './allowed-application';
import type { Scope } from '../scopes';

@ObjectType('AllowedApplication', {
  description: 'A client that a person has allowed to act for them.',
})
export class AllowedApplicationType implements AllowedApplication {
  @Field(() => ID, { description: 'UUID with dashes: its `client_id`.' })
  clientId!: string;

  @Field(() => String, {
    description: 'The client’s name, as people see it who are asked for consent.',
  })
  name!: string;

  @Extensions({ listSize: 10 })
  @Field(() => [String], { description: 'All that it was allowed and can still use.' })
  scopes!: readonly Scope[];

  @Field(() => DateTimeScalar, { description: 'The last time that it was allowed something.' })
  allowedAt!: Date;
}
