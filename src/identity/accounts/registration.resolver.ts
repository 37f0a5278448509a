import { Arg, Authorized, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Language } from '../../language';
import { languageKind } from '../../platform/graphql/language.type';
import type { ParsedInput } from '../../validation';
import { requireViewer } from '../access/access-rule';
import { type parseRegistration, RegisterAccountInput } from './account.input';
import type { Role } from './account';
import { accountRole } from './account.resource';
import { AccountType } from './account.type';
import { longestHolderName, parseHolder } from './holder';
import { inviteAccount } from './invitation.service';
import { InvitationType } from './invitation.type';
import {
  confirmEmail,
  registerAccount,
  sendEmailConfirmation,
  setAccountHolder,
  setAccountLanguage,
} from './registration.service';
import type { AccountContext } from './account.context';
import type { WithRequest } from '../../request-facts';
import type { WithViewer } from '../access/viewer';

const holderDescriptions = {
  name: `Name of the person whose account it is; at most ${longestHolderName} characters.`,
  company: `The company that it is for; at most ${longestHolderName} characters.`,
} as const;

type Context = AccountContext & WithRequest & WithViewer;

@Resolver()
export class RegistrationResolver {
  @Mutation(() => Boolean, {
    description:
      'Makes an account, advertiser and publisher, and sends a link to confirm its email: till then it can log in, if it has a password, and nothing else. Always true, also for an email that has an account, whose owner is told by mail. Errors: FORBIDDEN where registration is closed, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE.',
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
    @Arg('name', () => String, { nullable: true, description: holderDescriptions.name })
    name: string | null = null,
    @Arg('company', () => String, { nullable: true, description: holderDescriptions.company })
    company: string | null = null,
  ) {
    const isSaid = name !== null || company !== null;
    return confirmEmail(ctx, {
      ...{ token, newPassword, viewer: ctx.viewer },
      ...(isSaid && { holder: parseHolder({ name, company }) }),
    });
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

  @Authorized('session')
  @Mutation(() => AccountType, {
    description: 'Says who the viewer’s account is for. Errors: VALIDATION_FAILED.',
  })
  setAccountHolder(
    @Ctx() ctx: Context,
    @Arg('name', () => String, {
      nullable: true,
      description: `${holderDescriptions.name} Default: none.`,
    })
    name: string | null = null,
    @Arg('company', () => String, {
      nullable: true,
      description: `${holderDescriptions.company} Default: none.`,
    })
    company: string | null = null,
    @Arg('showsCompany', () => Boolean, {
      nullable: true,
      description:
        'True: visitors are told the company as the payer of ads whose campaign names neither `behalf` nor `paid`. Default: false.',
    })
    showsCompany: boolean | null = null,
  ) {
    const holder = parseHolder({ name, company, showsCompany: showsCompany ?? false });
    return setAccountHolder(ctx, requireViewer(ctx).account.id, holder);
  }

  @Authorized('session')
  @Mutation(() => AccountType, {
    description: 'Sets the language of mails to the viewer.',
  })
  setAccountLanguage(
    @Ctx() ctx: Context,
    @Arg('language', () => languageKind.type, { description: 'The language from now on.' })
    language: Language,
  ) {
    return setAccountLanguage(ctx, requireViewer(ctx).account.id, language);
  }

  @Authorized('operator')
  @Mutation(() => InvitationType, {
    description:
      'Makes an account without a password, whose owner sets it where the link leads to; for an account that waits for that, another link. It is sent by mail where the server sends mail. Errors: VALIDATION_FAILED, CONFLICT for an email that has an account, SERVICE_UNAVAILABLE when too many mails wait.',
  })
  inviteAccount(
    @Ctx() ctx: Context,
    @Arg('email', () => String, { description: 'In any case.' }) email: string,
    @Arg('roles', () => [accountRole.type], { description: 'The rights of a new account.' })
    roles: readonly Role[],
  ) {
    return inviteAccount(ctx, { email, roles });
  }
}
