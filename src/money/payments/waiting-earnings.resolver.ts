import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../context';
import { assertScope, requireViewer } from '../../identity/access/access-rule';
import type { Account } from '../../identity/accounts/account';
import { AccountType } from '../../identity/accounts/account.type';
import { createLoader } from '../../platform/graphql/loader';
import { waitingEarningsOf } from './payment.service';
import { WaitingEarningsType } from './payment.type';

const loadWaiting = createLoader(waitingEarningsOf);

@Resolver(() => AccountType)
export class WaitingEarningsResolver {
  @FieldResolver(() => WaitingEarningsType, {
    nullable: true,
    description:
      'Earnings that are not on their way, and why; null: there are none. An access token needs the scope `payment.read`.',
  })
  async waitingEarnings(@Ctx() ctx: RequestContext, @Root() { id }: Account) {
    assertScope(requireViewer(ctx).credential, 'payment.read');
    return (await loadWaiting(ctx, id)) ?? null;
  }
}
