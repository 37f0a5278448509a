import { Field, InputType } from 'type-graphql';
import { ParsedBy } from '../../../platform/resources/parsed-by';
import { DateTimeScalar } from '../../../platform/graphql/scalars';
import { maxTokenNameLength, parsePersonalToken } from './personal-token-request';

@ParsedBy(parsePersonalToken)
@InputType({ description: 'The personal access token to make.' })
export class CreatePersonalAccessTokenInput {
  @Field(() => String, {
    description: `1 to ${maxTokenNameLength} characters, for its owner’s convenience.`,
  })
  name!: string;

  @Field(() => [String], {
    defaultValue: [],
    description: 'Names of scopes, as few as needed; none: a token without privileges.',
  })
  scopes!: readonly string[];

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it ends of itself; default, and at most: a year from now.',
  })
  expiresAt?: Date | null;
}
