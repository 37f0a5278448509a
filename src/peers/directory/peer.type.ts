import { Field, Int, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { creativeType } from '../../demand/creatives/creative.resource';
import { createEnum } from '../../platform/graphql/enum';
import { AmountScalar, CountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import type { TimedState } from '../../platform/states/state-history';
import {
  type Peer,
  type PeerClocks,
  type PeerInfo,
  type PeerMode,
  peerModes,
  peerReaches,
  type PeerStanding,
  type PeerState,
  peerStates,
  type PeerStatus,
  type StopReason,
  stopReasons,
} from './peer';

export const PeerStateEnum = createEnum({
  name: 'PeerState',
  description: 'The word on another server.',
  values: peerStates,
  meanings: {
    found: 'Nobody has said anything on it.',
    allowed: 'An operator lets campaigns go to it, or come from it, or both.',
    denied: 'An operator wants nothing of it.',
    stopped: 'The system has stopped it, till an operator allows it again.',
  },
});
export const PeerReachEnum = createEnum({
  name: 'PeerReach',
  description: 'How another server answers.',
  values: peerReaches,
  meanings: {
    answering: 'As it should.',
    failing: 'Its last call came to nothing.',
    unreachable: 'Ten calls in a row came to nothing.',
    silent: 'It has sent no broadcast for 24 hours.',
    gone: 'It has sent no broadcast for 168 hours.',
  },
});
const StopReasonEnum = createEnum({
  name: 'PeerStopReason',
  description: 'Why the system has stopped another server.',
  values: stopReasons,
  meanings: {
    not_paying: 'It has paid nothing for 1,000 views of hours that ended 72 hours ago.',
    changed_creatives: 'Its creatives were not those that it had told of.',
    bad_answers: 'Its place has said ten times in a row that it is another account.',
  },
});
const PeerModeEnum = createEnum({
  name: 'PeerMode',
  description: 'How much other servers may do here.',
  values: peerModes,
  meanings: {
    off: 'Nothing.',
    approve: 'Each what an operator allows it.',
    open: 'Those that are found are allowed.',
  },
});

@ObjectType('PeerInfo', {
  description: 'Another server’s own word on itself. Nothing of it is proven.',
  simpleResolvers: true,
})
export class PeerInfoType implements PeerInfo {
  @Field(() => String, { description: 'Name of its software.' })
  name!: string;

  @Field(() => String, { description: 'Version of its software.' })
  version!: string;

  @Field(() => [String], { description: '`ADV`: it has campaigns. `PUB`: it has sites.' })
  capabilities!: readonly string[];

  @Field(() => String, { description: 'Where it is called.' })
  serverUrl!: string;

  @Field(() => String, { description: 'Where its people log in.' })
  panelUrl!: string;

  @Field(() => String, { description: 'Where it exports its campaigns.' })
  inventoryUrl!: string;

  @Field(() => String, { description: 'Domain that hosts name in their `ads.txt`.' })
  adsTxtDomain!: string;

  @Field(() => Boolean, { description: 'True where its campaigns ask hosts for that line.' })
  adsTxtRequired!: boolean;

  @Field(() => AmountScalar, { description: 'Coins that it asks of newcomers; 0: nothing.' })
  joiningFee!: Amount;
}

@ObjectType('NextPeerInfo', {
  description: 'Other hosts that an allowed server names by now.',
  simpleResolvers: true,
})
export class NextPeerInfoType implements NonNullable<Peer['nextInfo']> {
  @Field(() => PeerInfoType, { description: 'Its word now.' })
  info!: PeerInfo;

  @Field(() => DateTimeScalar, { description: 'It counts from then on.' })
  takenAt!: Date;
}

@ObjectType('PeerClocks', {
  description: 'The clocks of both sides, as a request showed them that was refused for that.',
  simpleResolvers: true,
})
export class PeerClocksType implements PeerClocks {
  @Field(() => DateTimeScalar, { description: 'The other server’s.' })
  theirs!: Date;

  @Field(() => DateTimeScalar, { description: 'This server’s.' })
  ours!: Date;
}

@ObjectType('PeerStanding', { description: 'A word on another server.', simpleResolvers: true })
export class PeerStandingType implements TimedState<PeerStanding> {
  @Field(() => DateTimeScalar, { description: 'Since when.' })
  at!: Date;

  @Field(() => PeerStateEnum, { description: 'The word.' })
  state!: PeerState;

  @Field(() => StopReasonEnum, { nullable: true, description: 'Of a stopped one; else null.' })
  stopReason!: StopReason | null;

  @Field(() => Boolean, { description: 'True where our campaigns may be on its sites.' })
  oursThere!: boolean;

  @Field(() => Boolean, { description: 'True where its campaigns may be on our sites.' })
  theirsHere!: boolean;

  @Field(() => Boolean, { description: 'True where what it has earned waits.' })
  isHeld!: boolean;

  @Field(() => Boolean, { description: 'True where its campaigns wait for its first payment.' })
  awaitsPayment!: boolean;
}

@ObjectType('Peer', {
  description: 'Another server of the network, named by its account on the ledger.',
  simpleResolvers: true,
})
export class PeerType implements Omit<Peer, 'states'> {
  @Field(() => String, { description: 'Such as `0001-00000003-AB0C`.' })
  address!: string;

  @Field(() => PeerStateEnum, { description: 'The word on it.' })
  state!: PeerState;

  @Field(() => StopReasonEnum, { nullable: true, description: 'Of a stopped one; else null.' })
  stopReason!: StopReason | null;

  @Field(() => Boolean, {
    description: 'True where our campaigns may be on its sites, once it is allowed.',
  })
  oursThere!: boolean;

  @Field(() => Boolean, {
    description: 'True where its campaigns may be on our sites, once it is allowed.',
  })
  theirsHere!: boolean;

  @Field(() => Boolean, { description: 'True where what it has earned waits, too.' })
  isHeld!: boolean;

  @Field(() => Boolean, {
    description:
      'True where it has had 5,000 views here and never paid: its campaigns are offered again once it pays.',
  })
  awaitsPayment!: boolean;

  @Field(() => String, { description: 'Where it says what it is.' })
  url!: string;

  @Field(() => PeerInfoType, { description: 'Its own word on itself, as it counts.' })
  info!: PeerInfo;

  @Field(() => NextPeerInfoType, { nullable: true, description: 'null: it names no other hosts.' })
  nextInfo!: Peer['nextInfo'];

  @Field(() => DateTimeScalar, { description: 'When it was found.' })
  foundAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'The block of its newest broadcast; null: an operator has found it.',
  })
  broadcastAt!: Date | null;

  @Field(() => DateTimeScalar, { description: 'When it answered last as it should.' })
  answeredAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was asked last.' })
  askedAt!: Date;

  @Field(() => Int, { description: 'Calls in a row that came to nothing.' })
  failures!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Why the last call came to nothing; null: it did not.',
  })
  problem!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it is asked again after a failure; null: at its next broadcast.',
  })
  nextTryAt!: Date | null;

  @Field(() => AmountScalar, {
    nullable: true,
    description: 'Coins that its sites may earn on one day (UTC) at most; null: the usual limit.',
  })
  dailyLimit!: Amount | null;

  @Field(() => [creativeType.type], { description: 'Types of its creatives that may come here.' })
  creativeTypes!: Peer['creativeTypes'];

  @Field(() => PeerClocksType, {
    nullable: true,
    description: 'null: none was refused for its time.',
  })
  clocks!: PeerClocks | null;
}

@ObjectType('PeerFigures', {
  description: 'The outcome of trading with another server.',
  simpleResolvers: true,
})
export class PeerFiguresType {
  @Field(() => Int, { description: 'Its campaigns that are here.' })
  campaigns!: number;

  @Field(() => CountScalar, { description: 'Accepted views of our campaigns on its sites.' })
  viewsThere!: bigint;

  @Field(() => CountScalar, { description: 'Accepted views of its campaigns on our sites.' })
  viewsHere!: bigint;

  @Field(() => AmountScalar, { description: 'Coins that it has earned and was not paid.' })
  owed!: Amount;

  @Field(() => AmountScalar, { description: 'Coins that it was paid.' })
  paid!: Amount;

  @Field(() => AmountScalar, { description: 'Coins that came from it.' })
  received!: Amount;
}

@ObjectType('PeerStatus', {
  description: 'The state that all other servers share.',
  simpleResolvers: true,
})
export class PeerStatusType implements PeerStatus {
  @Field(() => PeerModeEnum, { description: 'How much they may do here, by the settings.' })
  mode!: PeerMode;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Since when nothing goes on with any; null: no operator has paused them.',
  })
  pausedAt!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'The newest block that was read for broadcasts; null: none was yet.',
  })
  scannedTo!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When the block began that has this server’s last broadcast; null: no closed block has any.',
  })
  broadcastAt!: Date | null;
}
