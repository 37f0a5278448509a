import { Arg, Authorized, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { createLoader } from '../../platform/graphql/loader';
import type { Peer } from '../directory/peer';
import { PeerType } from '../directory/peer.type';
import type { PeerImportContext } from './import.context';
import { syncPeer } from './import-peer.service';
import { leftOutReasons } from './left-out';
import { PeerImportType } from './peer-import.type';

const loadImport = createLoader(
  ({ peerImports }: Pick<PeerImportContext, 'peerImports'>, addresses: readonly string[]) =>
    peerImports.listByPeers(addresses),
);

type PeerImport = Awaited<ReturnType<typeof syncPeer>>;

const toType = ({ leftOut, ...rest }: PeerImport): PeerImportType => ({
  ...rest,
  leftOut: leftOutReasons.flatMap((reason) => {
    const count = leftOut[reason] ?? 0;
    return count === 0 ? [] : [{ reason, count }];
  }),
});

@Resolver(() => PeerType)
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
    return toType(await syncPeer(ctx, address));
  }

  @FieldResolver(() => PeerImportType, {
    nullable: true,
    description: 'How the import of its campaigns stands; null: it was never asked for them.',
  })
  async import(@Ctx() ctx: PeerImportContext, @Root() { address }: Pick<Peer, 'address'>) {
    const found = await loadImport(ctx, address);
    return found === undefined ? null : toType(found);
  }
}
