import {
  Arg,
  Args,
  ArgsType,
  Authorized,
  Ctx,
  Extensions,
  Field,
  ID,
  Query,
  Resolver,
} from 'type-graphql';
import { normaliseId } from '../../id';
import { DateTimeScalar, PositiveIntScalar } from '../../platform/graphql/scalars';
import { requireViewer } from '../access/access-rule';
import { AuditLogPageType } from './audit-log.type';
import { listAuditLog } from './audit-log.service';
import type { AuditContext } from './audit.context';
import { tellOperator, type TellingContext, tellOwner } from './told-entries.service';

type Context = AuditContext & TellingContext;

/** The filter of the audit log, and the page of it. */
@ArgsType()
class AuditLogArgs {
  @Field(() => PositiveIntScalar, {
    nullable: true,
    description:
      'Entries of a page; default 10, at most 280 with all their members: each costs 30, and 1 for each member that is asked for, of the 16000 of an operation.',
  })
  first?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'An `endCursor` of the same log and filter: the page begins behind it.',
  })
  after?: string | null;

  @Field(() => String, { nullable: true, description: 'Only this mutation or command.' })
  operation?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only what was done to it.' })
  objectId?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Only from then on.' })
  from?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Only before.' })
  to?: Date | null;
}

@Resolver()
export class AuditLogResolver {
  @Authorized('session')
  @Extensions({ readCost: 30 })
  @Query(() => AuditLogPageType, {
    description:
      'Changes by the viewer’s account, and by operators in its place, newest first; log-ins too. Errors: FORBIDDEN without a session, VALIDATION_FAILED for a cursor of another list.',
  })
  async auditLog(@Ctx() ctx: Context, @Args(() => AuditLogArgs) args: AuditLogArgs) {
    return tellOwner(ctx, await list(ctx, args, requireViewer(ctx).account.id));
  }

  @Authorized('operator')
  @Extensions({ readCost: 30 })
  @Query(() => AuditLogPageType, {
    description:
      'Changes by anybody, commands of operators too, newest first. Errors: VALIDATION_FAILED for a cursor of another list.',
  })
  async allAuditEntries(
    @Ctx() ctx: Context,
    @Args(() => AuditLogArgs) args: AuditLogArgs,
    @Arg('accountId', () => ID, {
      nullable: true,
      description: 'Only changes by this account, or by operators in its place.',
    })
    accountId: string | null = null,
  ) {
    const ofAccount = accountId === null ? null : normaliseId(accountId);
    return tellOperator(ctx, await list(ctx, args, ofAccount));
  }
}

function list(
  ctx: Context,
  { first, after, operation, objectId, from, to }: AuditLogArgs,
  accountId: string | null,
) {
  const filter = {
    accountId,
    operation: operation ?? null,
    objectId: objectId == null ? null : normaliseId(objectId),
    from: from ?? null,
    to: to ?? null,
  };
  return listAuditLog(ctx, { filter, first: first ?? null, after: after ?? null });
}
