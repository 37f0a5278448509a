import { Field, InputType } from 'type-graphql';
import { ParsedBy } from '../../../platform/resources/parsed-by';
import {
  maxAuthorizationParameterLength,
  parseAuthorizationRequest,
} from './authorization-request';

@ParsedBy(parseAuthorizationRequest)
@InputType({
  description: `A client’s request to a person (RFC 6749 §4.1.1). No text has more than ${maxAuthorizationParameterLength} characters.`,
})
export class AuthorizationRequestInput {
  @Field(() => String, { description: 'The client’s id, a UUID.' })
  clientId!: string;

  @Field(() => String, {
    description:
      'Where the code is sent: exactly as registered; only the port of a loopback address may differ.',
  })
  redirectUri!: string;

  @Field(() => String, { nullable: true, description: '"code"; nothing else is supported.' })
  responseType?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Scopes separated by spaces; default: all of the client’s.',
  })
  scope?: string | null;

  @Field(() => String, { nullable: true, description: 'Comes back as it is, for the client.' })
  state?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'SHA-256 of a verifier as base64url, 43 characters (RFC 7636 §4.2); required of public clients.',
  })
  codeChallenge?: string | null;

  @Field(() => String, { nullable: true, description: '"S256", with every challenge.' })
  codeChallengeMethod?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Names of parameters that the client sent more than once, which it must not.',
  })
  repeated?: readonly string[] | null;
}
