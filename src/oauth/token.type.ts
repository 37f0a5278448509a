import { Field, Int, ObjectType } from 'type-graphql';
import type { Scope } from './scopes';
import type { TokenResponse } from './token';

@ObjectType('TokenResponse', {
  description: 'What the token endpoint gives (RFC 6749 §5.1).',
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

  @Field(() => [String], { description: 'What the access token allows.' })
  scopes!: readonly Scope[];
}
