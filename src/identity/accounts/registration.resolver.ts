import { Arg, Authorized, Ctx, Mutation, Resolver } from 'type-graphql';
import type { ParsedInput } from '../../validation';
import { requireViewer } from '../access/access-rule';
import { type parseRegistration, RegisterAccountInput } from './account.input';
import { AccountType } from './account.type';
import { confirmEmail, registerAccount, sendEmailConfirmation } from './registration.service';
import type { AccountContext } from './account.context';
import type { WithRequest } from '../../request-facts';
import type { WithViewer } from '../access/viewer';

type Context = AccountContext & WithRequest & WithViewer;

@Resolver()
export class RegistrationResolver {
  @Mutation(() => Boolean, {
    description:
      'Makes an account, advertiser and publisher, and sends a link to confirm its email: till then it can log in and nothing else. Always true, also for an email that has an account, whose owner is told by mail. Errors: FORBIDDEN where registration is closed, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE.',
  })
  async registerAccount(
    @Ctx() ctx: Context,
    @Arg('input', () => RegisterAccountInput, {
      description: 'Email and roles of the new account.',
    })
    input: ParsedInput<typeof parseRegistration>,
  ) {
    await registerAccount(ctx, input);
    return true;
  }

  @Mutation(() => AccountType, {
    description:
      'Confirms an email with the token of a link, and ends the account’s sessions and tokens. Errors: FORBIDDEN when the token is unknown, used or expired, VALIDATION_FAILED for a bad password.',
  })
  confirmEmail(
    @Ctx() ctx: Context,
    @Arg('token', () => String, { description: 'The end of the link.' }) token: string,
    @Arg('newPassword', () => String, {
      nullable: true,
      description:
        'The password from then on. Without it that of the registration stays if the request comes in a session of the account, else the account has none until it is reset.',
    })
    newPassword: string | null = null,
  ) {
    return confirmEmail(ctx, { token, newPassword, viewer: ctx.viewer });
  }

  @Authorized()
  @Mutation(() => Boolean, {
    description:
      'Sends the link that confirms the viewer’s email again; nothing when it is confirmed. Always true. Errors: VALIDATION_FAILED, TOO_MANY_REQUESTS within 5 minutes of the last one, SERVICE_UNAVAILABLE where the server sends no mail.',
  })
  async sendEmailConfirmation(
    @Ctx() ctx: Context,
    @Arg('page', () => String, {
      nullable: true,
      description:
        'Path of the page on this server that the mail’s link opens: the token is appended to it. Default: the server’s own page.',
    })
    page: string | null = null,
  ) {
    const { account } = requireViewer(ctx);
    await sendEmailConfirmation(ctx, { account, page });
    return true;
  }
}
