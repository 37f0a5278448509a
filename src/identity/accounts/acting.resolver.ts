import { Arg, Authorized, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { requireId } from '../../id';
import { requireViewer } from '../access/access-rule';
import { AccountType } from './account.type';
import { actForAccount, findActing, stopActing } from './acting.service';
import { ActingType } from './acting.type';
import type { SessionContext } from './account.context';
import type { WithViewer } from '../access/viewer';

type Context = SessionContext & WithViewer;

/** An operator acts for somebody. */
@Resolver()
export class ActingResolver {
  @Authorized()
  @Query(() => ActingType, {
    nullable: true,
    description:
      'The operator who acts for the viewer’s account in this session; null: the session is the viewer’s own.',
  })
  acting(@Ctx() ctx: Context) {
    return findActing(ctx, requireViewer(ctx));
  }

  @Authorized('operator')
  @Mutation(() => AccountType, {
    description:
      'From now on this session stands for somebody’s account, for an hour at most. It may do what the account may, but for what is its owner’s alone: tokens, applications, webhooks, passwords, where money goes, mails. The audit log has the reason, and each change by the operator for the account. Errors: VALIDATION_FAILED without a reason, CONFLICT for an operator’s account and for one that is suspended.',
  })
  actForAccount(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: '32 hex digits, dashed or not.' }) id: string,
    @Arg('reason', () => String, { description: 'For the audit log, 1 to 500 characters.' })
    reason: string,
  ) {
    const viewer = requireViewer(ctx);
    return actForAccount(ctx, { viewer, id: requireId('account', id), reason });
  }

  @Authorized()
  @Mutation(() => AccountType, {
    description:
      'Makes this session the operator’s own again, and answers the operator’s account. Errors: CONFLICT where it is.',
  })
  stopActing(@Ctx() ctx: Context) {
    return stopActing(ctx, requireViewer(ctx));
  }
}
