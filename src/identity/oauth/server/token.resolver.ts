import { Arg, Authorized, Ctx, ID, Mutation, Query, Resolver, Extensions } from 'type-graphql';
import { requireViewer } from '../../access/access-rule';
import { introspectToken } from '../tokens/introspect';
import { getAuthorizationServer, listVerificationKeys } from './metadata';
import { AuthorizationServerType, VerificationKeyType } from './metadata.type';
import { revokeOwnToken, revokeToken } from '../tokens/revoke';
import { issueToken } from './token';
import { ClientTokenRequestInput, TokenRequestInput } from './token.input';
import type { ClientTokenRequest, TokenRequest } from './token-request';
import { TokenFactsType, TokenResponseType } from './token.type';
import type { OAuthContext } from '../oauth.context';
import type { WithViewer } from '../../access/viewer';

type Context = OAuthContext & WithViewer;

@Resolver()
export class TokenResolver {
  @Mutation(() => TokenResponseType, {
    description:
      'Gives an access token for a client’s credentials, an authorization code or a refresh token. Errors: BAD_REQUEST, UNAUTHENTICATED for a client that is unknown or whose secret is wrong.',
  })
  issueToken(
    @Ctx() ctx: Context,
    @Arg('request', () => TokenRequestInput, { description: 'The request for a token.' })
    request: TokenRequest,
  ) {
    return issueToken(ctx, request);
  }

  @Mutation(() => Boolean, {
    description:
      'Ends a token of a client’s; a refresh token with all that came of the same authorization (RFC 7009). Always true. Errors: BAD_REQUEST, UNAUTHENTICATED.',
  })
  async revokeToken(
    @Ctx() ctx: Context,
    @Arg('request', () => ClientTokenRequestInput, { description: 'The client and its token.' })
    request: ClientTokenRequest,
  ) {
    await revokeToken(ctx, request);
    return true;
  }

  @Mutation(() => TokenFactsType, {
    nullable: true,
    description:
      'Facts of a token (RFC 7662), for clients with a secret: of their own tokens, and of tokens that act for their owner. Null for every other token, and for a token that has ended. Errors: BAD_REQUEST, UNAUTHENTICATED.',
  })
  introspectToken(
    @Ctx() ctx: Context,
    @Arg('request', () => ClientTokenRequestInput, { description: 'The client and the token.' })
    request: ClientTokenRequest,
  ) {
    return introspectToken(ctx, request);
  }

  @Authorized()
  @Mutation(() => Boolean, {
    description:
      'Ends the access token that the request comes with, and all that came of the same authorization. Always true. Errors: FORBIDDEN in a session, NOT_FOUND for any other token’s id.',
  })
  async revokeOwnToken(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'The token’s `jti`.' }) id: string,
  ) {
    await revokeOwnToken(ctx, { id, credential: requireViewer(ctx).credential });
    return true;
  }

  @Query(() => AuthorizationServerType, {
    description: 'Facts of this server for clients. No errors.',
  })
  authorizationServer(@Ctx() ctx: Context) {
    return getAuthorizationServer(ctx);
  }

  @Extensions({ listSize: 10 })
  @Query(() => [VerificationKeyType], {
    description: 'The keys that verify access tokens, oldest first. No errors.',
  })
  verificationKeys(@Ctx() ctx: Context) {
    return listVerificationKeys(ctx);
  }
}
