import { Arg, Authorized, Ctx, Extensions, Query, Resolver } from 'type-graphql';
import { requireViewer } from '../../identity/access/access-rule';
import { PositiveIntScalar } from '../../platform/graphql/scalars';
import { listStatement } from './statement.service';
import { StatementPageType } from './statement.type';
import type { ListContext } from '../../platform/lists/list.service';
import type { BookContext } from './book.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = ListContext & BookContext & WithViewer;

@Resolver()
export class StatementResolver {
  @Authorized('payment.read')
  @Extensions({ readCost: 60 })
  @Query(() => StatementPageType, {
    description:
      'Bookings in the pockets of the viewer, newest first. Errors: VALIDATION_FAILED for a cursor of another list.',
  })
  journal(
    @Ctx() ctx: Context,
    @Arg('first', () => PositiveIntScalar, {
      nullable: true,
      description:
        'Lines of a page; default 10, at most 200 with all their members: each costs 60, and 1 for each member that is asked for, of the 16000 of an operation.',
    })
    first: number | null = null,
    @Arg('after', () => String, {
      nullable: true,
      description: 'An `endCursor` of the same journal: the page begins behind it.',
    })
    after: string | null = null,
  ) {
    return listStatement(ctx, { accountId: requireViewer(ctx).account.id, first, after });
  }
}
