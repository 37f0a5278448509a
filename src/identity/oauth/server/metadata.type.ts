import { Field, ObjectType } from 'type-graphql';
import type { AuthorizationServer, VerificationKey } from './metadata';
import type { Scope } from '../scopes';
import type { TokenAlgorithm } from '../tokens/token-keys';

@ObjectType('AuthorizationServer', {
  description: 'Facts of the authorization server for clients (RFC 8414).',
})
export class AuthorizationServerType implements AuthorizationServer {
  @Field(() => String, { description: 'Its URL: `iss` and `aud` of its access tokens.' })
  issuer!: string;

  @Field(() => [String], { description: 'Every scope.' })
  scopes!: readonly Scope[];

  @Field(() => [String], { description: 'Every grant type of the token endpoint.' })
  grantTypes!: readonly string[];
}

@ObjectType('VerificationKey', {
  description: 'A public key that verifies access tokens, as a JSON Web Key (RFC 7517).',
})
export class VerificationKeyType implements VerificationKey {
  @Field(() => String, { description: '"EC" or "RSA".' })
  kty!: string;

  @Field(() => String, { nullable: true, description: '"P-256"; null for RSA.' })
  crv!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Coordinate, 32 bytes as base64url; null for RSA.',
  })
  x!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Coordinate, 32 bytes as base64url; null for RSA.',
  })
  y!: string | null;

  @Field(() => String, { nullable: true, description: 'Modulus as base64url; null for EC.' })
  n!: string | null;

  @Field(() => String, { nullable: true, description: 'Exponent as base64url; null for EC.' })
  e!: string | null;

  @Field(() => String, { description: 'Names the key in the header of a token.' })
  kid!: string;

  @Field(() => String, { description: '"ES256" or "RS256".' })
  alg!: TokenAlgorithm;

  @Field(() => String, { description: 'Always "sig".' })
  use!: string;
}
