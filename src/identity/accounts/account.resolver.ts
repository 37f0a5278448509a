import { Arg, Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import type { Account } from './account';
import { assertScope, requireViewer } from '../access/access-rule';
import { AccountType, SessionType } from './account.type';
import { logIn, logOut, logOutEverywhere } from './session.service';
import type { AccountContext } from './account.context';
import type { WithRequest } from '../../request-facts';
import type { WithViewer } from '../access/viewer';

type Context = AccountContext & WithRequest & WithViewer;

/** Somebody who has just logged in sees the account without a token. @throws {AppError} `FORBIDDEN` */
function assertMayReadMoney(ctx: Context): void {
  if (ctx.viewer) assertScope(ctx.viewer.credential, 'payment.read');
}

@Resolver(() => AccountType)
export class AccountResolver {
  @Authorized()
  @Query(() => AccountType, {
    description: 'The account that the request’s token belongs to.',
  })
  viewer(@Ctx() ctx: Context) {
    return requireViewer(ctx).account;
  }

  @FieldResolver(() => String, { nullable: true })
  payoutAddress(@Ctx() ctx: Context, @Root() { payoutAddress }: Account) {
    assertMayReadMoney(ctx);
    return payoutAddress;
  }

  @FieldResolver(() => DateTimeScalar, { nullable: true })
  payoutAddressChangedAt(@Ctx() ctx: Context, @Root() account: Account) {
    assertMayReadMoney(ctx);
    return account.payoutAddressChangedAt;
  }

  @FieldResolver(() => [String])
  provenAddresses(@Ctx() ctx: Context, @Root() { provenAddresses }: Account) {
    assertMayReadMoney(ctx);
    return provenAddresses;
  }

  @FieldResolver(() => AmountScalar, { nullable: true })
  creditLimit(@Ctx() ctx: Context, @Root() { creditLimit }: Account) {
    assertMayReadMoney(ctx);
    return creditLimit;
  }

  @Mutation(() => SessionType, {
    description:
      'Starts a session. Errors: VALIDATION_FAILED for wrong credentials and a wrong code, FORBIDDEN for a suspended account, and with the reason `second_factor_required` for a right password without the code that the account needs, TOO_MANY_REQUESTS after 5 failures within 15 minutes.',
  })
  logIn(
    @Ctx() ctx: Context,
    @Arg('email', () => String, { description: 'In any case.' }) email: string,
    @Arg('password', () => String, { description: 'At most 1024 characters.' }) password: string,
    @Arg('otp', () => String, {
      nullable: true,
      description:
        'For an account with a second factor: 6 digits of the authenticator app, or a recovery code.',
    })
    otp: string | null = null,
  ) {
    return logIn(ctx, { email, password, otp });
  }

  @Authorized()
  @Mutation(() => Boolean, {
    description: 'Ends the session of the request’s token or cookie. Always true.',
  })
  async logOut(@Ctx() ctx: Context) {
    await logOut(ctx, requireViewer(ctx));
    return true;
  }

  @Authorized()
  @Mutation(() => Boolean, {
    description:
      'Ends all sessions of the account, this one too; access tokens stay valid until they are revoked. Always true. Errors: FORBIDDEN without a session.',
  })
  async logOutEverywhere(@Ctx() ctx: Context) {
    await logOutEverywhere(ctx, requireViewer(ctx));
    return true;
  }
}
