import { Field, ID, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../../../platform/graphql/scalars';
import type { PersonalToken } from './personal-token';
import type { Scope } from '../scopes';

@ObjectType('PersonalAccessToken', {
  description:
    'An access token that its owner has made for a program; the token itself is not kept.',
})
export class PersonalTokenType implements PersonalToken {
  @Field(() => ID, { description: '32 lower-case hex digits: the `jti` of the token.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the account that made the token.' })
  accountId!: string;

  @Field(() => String, { description: 'For its owner’s convenience.' })
  name!: string;

  @Field(() => [String], { description: 'Scopes of the token; empty: the token allows nothing.' })
  scopes!: readonly Scope[];

  @Field(() => DateTimeScalar, { description: 'When it ends of itself.' })
  expiresAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Its last use, to the minute; null before the first.',
  })
  lastUsedAt!: Date | null;

  @Field(() => DateTimeScalar, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last changed.' })
  updatedAt!: Date;
}

@ObjectType('CreatedPersonalAccessToken', { description: 'A new token, seen this once.' })
export class CreatedPersonalTokenType {
  @Field(() => String, { description: 'JWT as of RFC 9068, to be sent as a bearer token.' })
  accessToken!: string;

  @Field(() => PersonalTokenType, { description: 'The token’s stored facts.' })
  token!: PersonalTokenType;
}
