import { Arg, Authorized, Ctx, Extensions, Mutation, Query, Resolver } from 'type-graphql';
import { listAccounts } from './account-management.service';
import type { Role } from './account';
import type { RequestContext } from '../../context';
import { requireViewer } from '../access/access-rule';
import { AccountType, RoleEnum, SessionType } from './account.type';
import { logIn, logOut, logOutEverywhere } from './session.service';

@Resolver(() => AccountType)
export class AccountResolver {
  @Authorized()
  @Query(() => AccountType, {
    description: 'The account that the request’s token belongs to. Errors: UNAUTHENTICATED.',
  })
  viewer(@Ctx() ctx: RequestContext) {
    return requireViewer(ctx).account;
  }

  @Authorized('operator')
  @Extensions({ listSize: 100 })
  @Query(() => [AccountType], {
    description:
      'Accounts that have an email, by email, at most 100. Errors: UNAUTHENTICATED, FORBIDDEN.',
  })
  allAccounts(
    @Ctx() ctx: RequestContext,
    @Arg('role', () => RoleEnum, { nullable: true, description: 'Only those with it.' })
    role: Role | null = null,
    @Arg('afterEmail', () => String, {
      nullable: true,
      description: 'Only those behind it: of the last item, the list goes on.',
    })
    afterEmail: string | null = null,
  ) {
    return listAccounts(ctx, { role, afterEmail: afterEmail?.toLowerCase() ?? null, limit: 100 });
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
    description:
      'Ends the session of the request’s token or cookie. Always true. Errors: UNAUTHENTICATED.',
  })
  async logOut(@Ctx() ctx: RequestContext) {
    await logOut(ctx, requireViewer(ctx));
    return true;
  }

  @Authorized()
  @Mutation(() => Boolean, {
    description:
      'Ends all sessions of the account, this one too; access tokens stay valid until they are revoked. Always true. Errors: UNAUTHENTICATED, FORBIDDEN without a session.',
  })
  async logOutEverywhere(@Ctx() ctx: RequestContext) {
    await logOutEverywhere(ctx, requireViewer(ctx));
    return true;
  }
}
