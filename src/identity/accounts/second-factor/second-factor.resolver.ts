import { Arg, Authorized, Ctx, Extensions, Mutation, Resolver } from 'type-graphql';
import type { WithRequest } from '../../../request-facts';
import { requireViewer } from '../../access/access-rule';
import type { WithViewer } from '../../access/viewer';
import type { AccountContext } from '../account.context';
import { AccountType } from '../account.type';
import { proveSecondFactor } from './proved-session.service';
import { recoveryCodeCount } from './recovery-codes';
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from './second-factor.service';
import { SecondFactorSetUpType } from './second-factor.type';

type Context = AccountContext & WithRequest & WithViewer;

const passwordOption = {
  nullable: true,
  description: 'Of the viewer. Not needed within 10 minutes of the log-in.',
};
const needsProof =
  'FORBIDDEN for a session of more than 10 minutes without the password, and without a code of the last 5 minutes, VALIDATION_FAILED for a wrong password, CONFLICT without a second factor, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE';

@Resolver()
export class SecondFactorResolver {
  @Authorized('session')
  @Mutation(() => SecondFactorSetUpType, {
    description:
      'Makes the secret of a second factor (TOTP: SHA-1, 6 digits, 30 seconds), which counts once it is confirmed, within 30 minutes; the set-up before ends. Errors: FORBIDDEN for a session of more than 10 minutes without the password, VALIDATION_FAILED for a wrong password, CONFLICT for an account that has a second factor, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE.',
  })
  beginSecondFactor(
    @Ctx() ctx: Context,
    @Arg('password', () => String, passwordOption) password: string | null = null,
  ) {
    return beginSecondFactor(ctx, { viewer: requireViewer(ctx), password });
  }

  @Authorized('session')
  @Extensions({ listSize: recoveryCodeCount })
  @Mutation(() => [String], {
    description:
      'Turns the second factor on and ends the account’s other sessions, which is told by mail. Answers 10 recovery codes, shown this once, each good for one code. Errors: CONFLICT without a set-up, VALIDATION_FAILED for a wrong code, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE.',
  })
  confirmSecondFactor(
    @Ctx() ctx: Context,
    @Arg('otp', () => String, { description: '6 digits of the authenticator app.' }) otp: string,
  ) {
    return confirmSecondFactor(ctx, requireViewer(ctx), otp);
  }

  @Authorized('session')
  @Mutation(() => Boolean, {
    description:
      'Shows a code in this session, which may do for 5 minutes what the second factor is asked for: setting the payout address or the email, withdrawals, moving earnings to the funds, new tokens and clients, and changing the second factor. Always true. Errors: CONFLICT without a second factor, VALIDATION_FAILED for a code that is wrong or used, TOO_MANY_REQUESTS after too many of them, SERVICE_UNAVAILABLE.',
  })
  async proveSecondFactor(
    @Ctx() ctx: Context,
    @Arg('otp', () => String, { description: '6 digits, or a recovery code.' }) otp: string,
  ) {
    await proveSecondFactor(ctx, requireViewer(ctx), otp);
    return true;
  }

  @Authorized('session')
  @Extensions({ listSize: recoveryCodeCount })
  @Mutation(() => [String], {
    description: `Makes 10 other recovery codes, shown this once; those before are worthless. Errors: ${needsProof}.`,
  })
  renewRecoveryCodes(
    @Ctx() ctx: Context,
    @Arg('password', () => String, passwordOption) password: string | null = null,
  ) {
    return renewRecoveryCodes(ctx, { viewer: requireViewer(ctx), password });
  }

  @Authorized('session')
  @Mutation(() => AccountType, {
    description: `Turns the second factor off, which is told by mail. Errors: ${needsProof}.`,
  })
  turnOffSecondFactor(
    @Ctx() ctx: Context,
    @Arg('password', () => String, passwordOption) password: string | null = null,
  ) {
    return turnOffSecondFactor(ctx, { viewer: requireViewer(ctx), password });
  }
}
