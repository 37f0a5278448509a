import { Field, InputType } from 'type-graphql';
import { ParsedBy } from '../../../platform/resources/parsed-by';
import { maxParameterLength, parseClientTokenRequest, parseTokenRequest } from './token-request';

@ParsedBy(parseTokenRequest)
@InputType({
  description: `Asks the token endpoint for an access token. No text has more than ${maxParameterLength} characters.`,
})
export class TokenRequestInput {
  @Field(() => String, {
    nullable: true,
    description: '"authorization_code", "client_credentials" or "refresh_token".',
  })
  grantType?: string | null;

  @Field(() => String, { nullable: true, description: 'The client’s id, a UUID.' })
  clientId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The client’s secret; public clients have none.',
  })
  clientSecret?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Scopes separated by spaces; default: the client’s, or those of the refresh token. Not for a code: its scopes are settled.',
  })
  scope?: string | null;

  @Field(() => String, { nullable: true, description: 'An authorization code.' })
  code?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The redirect URI that the code was asked for with.',
  })
  redirectUri?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The verifier that the code’s challenge was made of: 43 to 128 characters (RFC 7636 §4.1).',
  })
  codeVerifier?: string | null;

  @Field(() => String, { nullable: true, description: 'A refresh token.' })
  refreshToken?: string | null;
}

@ParsedBy(parseClientTokenRequest)
@InputType({ description: 'A client and a token that it asks about or gives back.' })
export class ClientTokenRequestInput {
  @Field(() => String, { nullable: true, description: 'The client’s id, a UUID.' })
  clientId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The client’s secret; public clients have none.',
  })
  clientSecret?: string | null;

  @Field(() => String, { nullable: true, description: 'An access token or a refresh token.' })
  token?: string | null;
}
