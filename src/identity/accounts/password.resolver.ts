import { Arg, Authorized, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { ParsedInput } from '../../validation';
import { requireViewer } from '../access/access-rule';
import {
  ChangePasswordInput,
  type parsePasswordChange,
  type parseReset,
  type parseResetRequest,
  RequestPasswordResetInput,
  ResetPasswordInput,
} from './account.input';
import { AccountType } from './account.type';
import {
  assertResetToken,
  changePassword,
  requestPasswordReset,
  resetPassword,
} from './password.service';
import type { AccountContext } from './account.context';
import type { WithRequest } from '../../request-facts';
import type { WithViewer } from '../access/viewer';

type Context = AccountContext & WithRequest & WithViewer;

@Resolver()
export class PasswordResolver {
  @Authorized()
  @Mutation(() => AccountType, {
    description:
      'Sets another password and ends the account’s other sessions; access tokens stay valid until they are revoked. Errors: FORBIDDEN without a session, VALIDATION_FAILED for a wrong old or a bad new password, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE.',
  })
  changePassword(
    @Ctx() ctx: Context,
    @Arg('input', () => ChangePasswordInput, { description: 'The old and the new one.' })
    { oldPassword, newPassword }: ParsedInput<typeof parsePasswordChange>,
  ) {
    return changePassword(ctx, { viewer: requireViewer(ctx), oldPassword, newPassword });
  }

  @Mutation(() => Boolean, {
    description:
      'Sends a link for a new password, good for 24 hours and once, if the email has an account; at most one in 2 minutes. Always true: the answer does not tell whether it has. Errors: TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE where the server sends no mail.',
  })
  async requestPasswordReset(
    @Ctx() ctx: Context,
    @Arg('input', () => RequestPasswordResetInput, { description: 'Email of the account.' })
    input: ParsedInput<typeof parseResetRequest>,
  ) {
    await requestPasswordReset(ctx, input);
    return true;
  }

  @Query(() => Boolean, {
    description:
      'True, always: the token’s link for a new password can be used. Errors: VALIDATION_FAILED when its token is unknown, used or expired.',
  })
  async hasPasswordReset(
    @Ctx() ctx: Context,
    @Arg('token', () => String, { description: 'The end of the link.' }) token: string,
  ) {
    await assertResetToken(ctx, token);
    return true;
  }

  @Mutation(() => AccountType, {
    description:
      'Sets a new password with the token of a link, and ends all sessions of the account; its email counts as confirmed. Errors: UNAUTHENTICATED without a token, VALIDATION_FAILED for a token that is unknown, used or expired, or a bad password, SERVICE_UNAVAILABLE.',
  })
  resetPassword(
    @Ctx() ctx: Context,
    @Arg('input', () => ResetPasswordInput, { description: 'The token and the new password.' })
    input: ParsedInput<typeof parseReset>,
  ) {
    return resetPassword(ctx, input);
  }
}
