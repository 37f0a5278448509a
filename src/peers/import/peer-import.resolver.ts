import { Arg, Authorized, Ctx, Mutation, Resolver } from 'type-graphql';
import type { PeerImportContext } from './import.context';
import { syncPeer } from './import-peer.service';
import { leftOutReasons } from './left-out';
import { PeerImportType } from './peer-import.type';

@Resolver(() => PeerImportType)
export class PeerImportResolver {
  @Authorized('operator')
  @Mutation(() => PeerImportType, {
    description:
      'Asks another server for its campaigns now, and takes them; an answer that cannot be taken is told in `problem`. Errors: NOT_FOUND; VALIDATION_FAILED for a text that is no address; CONFLICT where peers are off or paused, without a wallet, for a server whose campaigns may not come here, and while they are being taken.',
  })
  async syncPeer(
    @Ctx() ctx: PeerImportContext,
    @Arg('address', () => String, {
      description: 'Its account on the ledger, such as `0001-00000003-AB0C`.',
    })
    address: string,
  ): Promise<PeerImportType> {
    const { leftOut, ...rest } = await syncPeer(ctx, address);
    return {
      ...rest,
      leftOut: leftOutReasons.flatMap((reason) => {
        const count = leftOut[reason] ?? 0;
        return count === 0 ? [] : [{ reason, count }];
      }),
    };
  }
}
