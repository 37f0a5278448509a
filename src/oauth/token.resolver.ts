import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../context';
import { issueToken } from './token';
import { TokenRequestInput } from './token.input';
import { TokenResponseType } from './token.type';

@Resolver()
export class TokenResolver {
  @Mutation(() => TokenResponseType, {
    description:
      'Gives an access token for a client’s credentials, an authorization code or a refresh token. Errors: VALIDATION_FAILED, BAD_REQUEST, UNAUTHENTICATED for a client that is unknown or whose secret is wrong.',
  })
  issueToken(
    @Ctx() ctx: RequestContext,
    @Arg('request', () => TokenRequestInput, { description: 'What is asked for.' })
    request: TokenRequestInput,
  ) {
    return issueToken(ctx, request);
  }
}
