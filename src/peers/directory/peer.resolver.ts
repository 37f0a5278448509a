import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Extensions,
  FieldResolver,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import type { Amount } from '../../amount';
import { creativeType } from '../../demand/creatives/creative.resource';
import { createLoader } from '../../platform/graphql/loader';
import { AmountScalar } from '../../platform/graphql/scalars';
import { cutToMost } from '../../platform/lists/all';
import { AllArgs, AllQuery } from '../../platform/lists/all.input';
import { findPeer } from '../discovery/find-peer.service';
import { mostWords, type Peer, type PeerState } from './peer';
import { allowPeer, denyPeer, findObstacle, pausePeers, resumePeers } from './peer-word.service';
import {
  getPeer,
  getPeerStatus,
  getReach,
  listPeerFigures,
  listPeers,
  listWords,
} from './peer.service';
import {
  PeerFiguresType,
  PeerReachEnum,
  PeerStandingType,
  PeerStateEnum,
  PeerStatusType,
  PeerType,
} from './peer.type';
import type { DiscoveryContext } from '../discovery/discovery.context';

const loadFigures = createLoader(listPeerFigures);
const addressOption = { description: 'Its account on the ledger, such as `0001-00000003-AB0C`.' };

@Resolver(() => PeerType)
export class PeerResolver {
  @AllQuery(() => [PeerType], 'Other servers of the network, in the order of their addresses.')
  peers(
    @Ctx() ctx: DiscoveryContext,
    @Args(() => AllArgs) all: AllArgs,
    @Arg('state', () => PeerStateEnum, { nullable: true, description: 'Only those in it.' })
    state: PeerState | null = null,
  ) {
    return listPeers(ctx, { state }, cutToMost(all));
  }

  @Authorized('operator')
  @Query(() => PeerType, {
    description:
      'Another server. Errors: NOT_FOUND, VALIDATION_FAILED for a text that is no address.',
  })
  peer(@Ctx() ctx: DiscoveryContext, @Arg('address', () => String, addressOption) address: string) {
    return getPeer(ctx, address);
  }

  @Authorized('operator')
  @Query(() => PeerStatusType, { description: 'The state that all other servers share.' })
  peerStatus(@Ctx() ctx: DiscoveryContext) {
    return getPeerStatus(ctx);
  }

  @Authorized('operator')
  @Mutation(() => PeerType, {
    description:
      'Asks another server what it says of itself, without its broadcast; one that is known is asked again. Errors: CONFLICT where peers are off, for this very server, and for a host other than the one that its account has announced, NOT_FOUND for an address that is not known, VALIDATION_FAILED for a URL that may not be called, and for an answer that is none.',
  })
  findPeer(
    @Ctx() ctx: DiscoveryContext,
    @Arg('place', () => String, {
      description: 'Its account on the ledger, if it is known; else the URL of its `info.json`.',
    })
    place: string,
  ) {
    return findPeer(ctx, place);
  }

  @Authorized('operator')
  @Mutation(() => PeerType, {
    description:
      'Lets campaigns go both ways between this server and another one, or one way, from 2 seconds on. It takes back what was said before. Errors: NOT_FOUND; VALIDATION_FAILED for a limit below 0; CONFLICT where peers are off, for the proven address of an account of this server, and for a server at a host of another one that is allowed.',
  })
  allowPeer(
    @Ctx() ctx: DiscoveryContext,
    @Arg('address', () => String, addressOption) address: string,
    @Arg('oursThere', () => Boolean, {
      defaultValue: false,
      description: 'Our campaigns on its sites. With neither of the two, both ways are meant.',
    })
    oursThere: boolean,
    @Arg('theirsHere', () => Boolean, {
      defaultValue: false,
      description: 'Its campaigns on our sites.',
    })
    theirsHere: boolean,
    @Arg('dailyLimit', () => AmountScalar, {
      nullable: true,
      description:
        'Coins that its sites may earn on one day (UTC) at most; null: the usual limit; absent: as before.',
    })
    dailyLimit?: Amount | null,
    @Arg('creativeTypes', () => [creativeType.type], {
      nullable: true,
      description:
        'Types of its creatives that may come here, images and videos at first; absent or null: as before.',
    })
    creativeTypes?: Peer['creativeTypes'] | null,
  ) {
    return allowPeer(ctx, {
      ...{ address, oursThere, theirsHere },
      ...(dailyLimit !== undefined && { dailyLimit }),
      ...(creativeTypes != null && { creativeTypes }),
    });
  }

  @Authorized('operator')
  @Mutation(() => PeerType, {
    description:
      'Ends what goes on with another server from 2 seconds on; what it has earned before is paid. Errors: NOT_FOUND.',
  })
  denyPeer(
    @Ctx() ctx: DiscoveryContext,
    @Arg('address', () => String, addressOption) address: string,
    @Arg('isHeld', () => Boolean, {
      defaultValue: false,
      description: 'True: what it has earned before waits, too.',
    })
    isHeld: boolean,
  ) {
    return denyPeer(ctx, { address, isHeld });
  }

  @Authorized('operator')
  @Mutation(() => PeerStatusType, {
    description:
      'Halts what goes on with all other servers from 2 seconds on; the word on each stays.',
  })
  pausePeers(@Ctx() ctx: DiscoveryContext) {
    return pausePeers(ctx);
  }

  @Authorized('operator')
  @Mutation(() => PeerStatusType, { description: 'Lets it go on again.' })
  resumePeers(@Ctx() ctx: DiscoveryContext) {
    return resumePeers(ctx);
  }

  @Extensions({ listSize: mostWords })
  @FieldResolver(() => [PeerStandingType], {
    description: `The newest words on it, oldest first, at most ${mostWords}.`,
  })
  states(@Root() peer: Peer) {
    return listWords(peer);
  }

  @FieldResolver(() => PeerReachEnum, { description: 'How it answers.' })
  reach(@Ctx() ctx: DiscoveryContext, @Root() peer: Peer) {
    return getReach(ctx, peer);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Why it cannot be allowed: an account of this server has proven its address, or an allowed server is at its host; null: it can.',
  })
  obstacle(@Ctx() ctx: DiscoveryContext, @Root() peer: Peer) {
    return findObstacle(ctx, peer);
  }

  @FieldResolver(() => PeerFiguresType, { description: 'The outcome of trading with it.' })
  figures(@Ctx() ctx: DiscoveryContext, @Root() { address }: Peer) {
    return loadFigures(ctx, address);
  }
}
