import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { assertScope, requireViewer } from '../../identity/access/access-rule';
import type { Account } from '../../identity/accounts/account';
import { AccountType } from '../../identity/accounts/account.type';
import { createLoader } from '../../platform/graphql/loader';
import { waitingEarningsOf } from './payment.service';
import { WaitingEarningsType } from './payment.type';
import type { PaymentContext } from './payment.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = PaymentContext & WithViewer;

const loadWaiting = createLoader(waitingEarningsOf);

@Resolver(() => AccountType)
export class WaitingEarningsResolver {
  @FieldResolver(() => WaitingEarningsType, {
    nullable: true,
    description:
      'Earnings that are not on their way, and why; null: there are none. An access token needs the scope `payment.read`.',
  })
  async waitingEarnings(@Ctx() ctx: Context, @Root() { id }: Account) {
    assertScope(requireViewer(ctx).credential, 'payment.read');
    return (await loadWaiting(ctx, id)) ?? null;
  }
}
