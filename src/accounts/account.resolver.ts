import { Arg, Authorized, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../context';
import { requireViewer } from '../graphql/auth-checker';
import { logIn, logOut } from './account.service';
import { AccountType, SessionType } from './account.type';

@Resolver(() => AccountType)
export class AccountResolver {
  @Authorized()
  @Query(() => AccountType, {
    description: 'The account that the request’s token belongs to. Errors: UNAUTHENTICATED.',
  })
  viewer(@Ctx() ctx: RequestContext) {
    return requireViewer(ctx).account;
  }

  @Mutation(() => SessionType, {
    description:
      'Starts a session. Errors: VALIDATION_FAILED for wrong credentials, FORBIDDEN for a suspended account, TOO_MANY_REQUESTS after 5 failures within 15 minutes.',
  })
  logIn(
    @Ctx() ctx: RequestContext,
    @Arg('email', () => String, { description: 'In any case.' }) email: string,
    @Arg('password', () => String, { description: 'At most 1024 characters.' }) password: string,
  ) {
    return logIn(ctx, { email, password });
  }

  @Authorized()
  @Mutation(() => Boolean, {
    description: 'Ends the session of the request’s token. Always true. Errors: UNAUTHENTICATED.',
  })
  async logOut(@Ctx() ctx: RequestContext) {
    await logOut(ctx, requireViewer(ctx));
    return true;
  }
}
