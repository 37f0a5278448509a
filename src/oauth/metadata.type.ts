import { Field, ObjectType } from 'type-graphql';
import type { AuthorizationServer, VerificationKey } from './metadata';
import type { Scope } from './scopes';

@ObjectType('AuthorizationServer', {
  description: 'What clients need to know of the authorization server (RFC 8414).',
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
  @Field(() => String, { description: 'Always "EC".' })
  kty!: string;

  @Field(() => String, { description: 'Always "P-256".' })
  crv!: string;

  @Field(() => String, { description: 'Coordinate, 32 bytes as base64url.' })
  x!: string;

  @Field(() => String, { description: 'Coordinate, 32 bytes as base64url.' })
  y!: string;

  @Field(() => String, { description: 'Names the key in the header of a token.' })
  kid!: string;

  @Field(() => String, { description: 'Always "ES256".' })
  alg!: string;

  @Field(() => String, { description: 'Always "sig".' })
  use!: string;
}
