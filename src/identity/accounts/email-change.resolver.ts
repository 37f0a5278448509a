import { Arg, Authorized, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { requireViewer } from '../access/access-rule';
import { AccountType } from './account.type';
import { requireEmail } from './email';
import { confirmEmailChange, requestEmailChange } from './email-change.service';
import { sendsMail } from './mail-token.service';
import type { AccountContext } from './account.context';
import type { WithRequest } from '../../request-facts';
import type { WithViewer } from '../access/viewer';

type Context = AccountContext & WithRequest & WithViewer;

@Resolver()
export class EmailChangeResolver {
  @Query(() => Boolean, {
    description:
      'True where the server sends mail. Where it does not, only its operator can give an account another email or a link for a new password. No errors.',
  })
  sendsMail(@Ctx() ctx: Context) {
    return sendsMail(ctx);
  }

  @Authorized('session')
  @Mutation(() => Boolean, {
    description:
      'Sends a link to the email that the viewer wants to have, good for 24 hours and once, and a notice to the one that the account has; the link before ends. Always true, also for an email that has an account, whose owner is told by mail. Errors: FORBIDDEN for a session of more than 10 minutes without the password, and without a code of the last 5 minutes for an account with a second factor, VALIDATION_FAILED, TOO_MANY_REQUESTS within 2 minutes of the last one and after too many wrong passwords, SERVICE_UNAVAILABLE where the server sends no mail.',
  })
  async requestEmailChange(
    @Ctx() ctx: Context,
    @Arg('email', () => String, { description: 'The new one, in any case.' }) email: string,
    @Arg('password', () => String, {
      nullable: true,
      description: 'Of the viewer. Not needed within 10 minutes of the log-in.',
    })
    password: string | null = null,
  ) {
    const params = { viewer: requireViewer(ctx), email: requireEmail(email), password };
    await requestEmailChange(ctx, params);
    return true;
  }

  @Mutation(() => AccountType, {
    description:
      'Gives an account the email that a link was sent to. All its sessions end, and so do the links that were sent to the former one, which is told; access tokens stay, and nothing is paid for 24 hours. Errors: VALIDATION_FAILED for a token that is unknown, used or expired, and for a wrong password, FORBIDDEN for a suspended account, CONFLICT for an email that has an account by now, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE.',
  })
  confirmEmailChange(
    @Ctx() ctx: Context,
    @Arg('token', () => String, { description: 'The end of the link.' }) token: string,
    @Arg('password', () => String, { description: 'Of the account.' }) password: string,
  ) {
    return confirmEmailChange(ctx, { token, password });
  }
}
