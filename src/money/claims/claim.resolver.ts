import { Arg, Authorized, Ctx, Extensions, Mutation, Query, Resolver } from 'type-graphql';
import { requireViewer } from '../../identity/access/access-rule';
import { claimAddress, listClaims } from './claim.service';
import { AddressClaimType } from './claim.type';
import type { ClaimContext } from './claim.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = ClaimContext & WithViewer;

@Resolver(() => AddressClaimType)
export class ClaimResolver {
  @Authorized('session')
  @Extensions({ listSize: 100 })
  @Query(() => [AddressClaimType], {
    description: 'Addresses that the viewer has claimed, newest first, at most 100.',
  })
  addressClaims(@Ctx() ctx: Context) {
    return listClaims(ctx, requireViewer(ctx).account.id);
  }

  @Authorized('session')
  @Mutation(() => AddressClaimType, {
    description:
      'Claims an address of the ledger that finds name as `publisher`: once a transfer from it with the code is in a closed block, finds with it mean the viewer, and what a publisher had whom finds made for it is the viewer’s: sites, placements, unpaid money. Asked for again while one waits, it is that one. Errors: VALIDATION_FAILED, CONFLICT for the address of somebody who can log in, TOO_MANY_REQUESTS while 10 wait.',
  })
  claimAddress(
    @Ctx() ctx: Context,
    @Arg('address', () => String, {
      description: 'Such as `0001-00000001-8B4E`, with `ads:` in front or without.',
    })
    address: string,
  ) {
    return claimAddress(ctx, { accountId: requireViewer(ctx).account.id, address });
  }
}
