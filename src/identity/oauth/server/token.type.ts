import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../../../platform/graphql/scalars';
import type { TokenFacts } from '../tokens/introspect';
import type { Scope } from '../scopes';
import type { TokenResponse } from './token';

@ObjectType('TokenResponse', {
  description: 'The answer of the token endpoint (RFC 6749 §5.1).',
  simpleResolvers: true,
})
export class TokenResponseType implements TokenResponse {
  @Field(() => String, { description: 'JWT as of RFC 9068, to be sent as a bearer token.' })
  accessToken!: string;

  @Field(() => String, { description: 'Always "Bearer".' })
  tokenType!: 'Bearer';

  @Field(() => Int, { description: 'Seconds until the access token expires.' })
  expiresIn!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'Gets the next access token, once, within 30 days. Null for client credentials, which do without.',
  })
  refreshToken!: string | null;

  @Field(() => [String], { description: 'Scopes of the access token.' })
  scopes!: readonly Scope[];
}

@ObjectType('AccessTokenFacts', { description: 'Facts that only access tokens have.' })
export class AccessTokenFactsType {
  @Field(() => ID, { description: 'Its `jti`, 32 hex digits.' })
  id!: string;

  @Field(() => DateTimeScalar, { description: 'When it was issued.' })
  issuedAt!: Date;
}

@ObjectType('TokenFacts', {
  description: 'Facts of a valid token (RFC 7662).',
})
export class TokenFactsType implements TokenFacts {
  @Field(() => String, { description: 'The issuer: this server’s URL.' })
  issuer!: string;

  @Field(() => [String], { description: 'Scopes of the token.' })
  scopes!: readonly Scope[];

  @Field(() => String, { description: 'The client that it was issued to.' })
  clientId!: string;

  @Field(() => ID, { description: 'The account that it acts for.' })
  accountId!: string;

  @Field(() => DateTimeScalar, { description: 'When it ends of itself.' })
  expiresAt!: Date;

  @Field(() => AccessTokenFactsType, { nullable: true, description: 'Null for refresh tokens.' })
  accessToken!: AccessTokenFactsType | null;
}
