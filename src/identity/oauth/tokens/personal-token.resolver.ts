import { Arg, Authorized, Ctx, ID, Mutation, Query, Resolver, Extensions } from 'type-graphql';
import type { ParsedInput } from '../../../validation';
import { requireViewer } from '../../access/access-rule';
import { requireSecondFactor } from '../../accounts/second-factor/proved-session.service';
import { CreatePersonalAccessTokenInput } from './personal-token.input';
import type { parsePersonalToken } from './personal-token-request';
import {
  createPersonalAccessToken,
  listPersonalAccessTokens,
  revokePersonalAccessToken,
} from './personal-token.service';
import { CreatedPersonalTokenType, PersonalTokenType } from './personal-token.type';
import { ScopeType } from '../scope.type';
import { scopeNames } from '../scopes';
import type { OAuthContext } from '../oauth.context';
import type { WithViewer } from '../../access/viewer';

type Context = OAuthContext & WithViewer;

@Resolver()
export class PersonalTokenResolver {
  @Extensions({ listSize: 10 })
  @Query(() => [ScopeType], { description: 'Every scope that a token may have. No errors.' })
  scopes() {
    return scopeNames.map((name) => ({ name }));
  }

  @Authorized('session')
  @Extensions({ listSize: 100 })
  @Query(() => [PersonalTokenType], {
    description:
      'The viewer’s personal access tokens that are neither revoked nor expired, oldest first.',
  })
  personalAccessTokens(@Ctx() ctx: Context) {
    return listPersonalAccessTokens(ctx, requireViewer(ctx).account.id);
  }

  @Authorized('session')
  @Mutation(() => CreatedPersonalTokenType, {
    description:
      'Makes an access token for a program of the viewer’s. Errors: FORBIDDEN without a code of the last 5 minutes for an account with a second factor, CONFLICT for an account with 100 tokens.',
  })
  async createPersonalAccessToken(
    @Ctx() ctx: Context,
    @Arg('input', () => CreatePersonalAccessTokenInput, { description: 'The new token.' })
    input: ParsedInput<typeof parsePersonalToken>,
  ) {
    const viewer = requireViewer(ctx);
    await requireSecondFactor(ctx, viewer);
    return createPersonalAccessToken(ctx, { ...input, accountId: viewer.account.id });
  }

  @Authorized('session')
  @Mutation(() => Boolean, {
    description: 'Ends a personal access token of the viewer’s. Always true.',
  })
  async revokePersonalAccessToken(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'The token’s id.' }) id: string,
  ) {
    await revokePersonalAccessToken(ctx, { accountId: requireViewer(ctx).account.id, id });
    return true;
  }
}
