import { Arg, Authorized, Ctx, Mutation, Resolver } from 'type-graphql';
import { requireViewer } from '../access/access-rule';
import { AccountType } from './account.type';
import { setPayoutAddress } from './payout-address.service';
import type { AccountContext } from './account.context';
import type { WithRequest } from '../../request-facts';
import type { WithViewer } from '../access/viewer';

type Context = AccountContext & WithRequest & WithViewer;

@Resolver()
export class PayoutAddressResolver {
  @Authorized('session')
  @Mutation(() => AccountType, {
    description:
      'Pays the viewer at another address from now on. It need not be the viewer’s alone, and names nobody in finds. The first one is good at once; a change is told by mail, and nothing is paid for 24 hours. Errors: FORBIDDEN for a session of more than 10 minutes without the password, and without a code of the last 5 minutes for an account with a second factor, VALIDATION_FAILED, CONFLICT, TOO_MANY_REQUESTS after too many wrong passwords, SERVICE_UNAVAILABLE.',
  })
  setPayoutAddress(
    @Ctx() ctx: Context,
    @Arg('address', () => String, {
      description:
        'An account of the ledger: `0001-00000001-8B4E`, with `ads:` in front or without.',
    })
    address: string,
    @Arg('password', () => String, {
      nullable: true,
      description: 'Of the viewer. Not needed within 10 minutes of the log-in.',
    })
    password: string | null = null,
  ) {
    return setPayoutAddress(ctx, { viewer: requireViewer(ctx), address, password });
  }
}
