import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { AllParams } from '../../platform/lists/all';
import { readAll } from '../../platform/lists/list.store';
import { pushState, type StateEntry, toStates } from '../../platform/states/state-history';
import { minuteMs } from '../../time';
import {
  hostsOf,
  type Peer,
  type PeerClocks,
  type PeerStanding,
  type PeerState,
  type StopReason,
  usualCreativeTypes,
} from './peer';

type PeerFacts = Omit<Peer, 'address' | 'states' | keyof PeerStanding>;

interface PeerDocument
  extends Omit<PeerFacts, 'creativeTypes'>,
    Omit<PeerStanding, 'awaitsPayment'> {
  readonly _id: string;
  /** Absent: it awaits none. */
  readonly awaitsPayment?: boolean;
  /** Absent: the usual ones. */
  readonly creativeTypes?: Peer['creativeTypes'];
  readonly states: readonly StateEntry<PeerStanding>[];
  /** Those of `info`. */
  readonly hosts: readonly string[];
  readonly updatedAt: Date;
}

/** A peer that nobody has heard of. */
export type NewPeer = Omit<Peer, 'states'>;
/** The outcome of a call. */
export type PeerOutcome = Partial<
  Omit<PeerFacts, 'foundAt' | 'dailyLimit' | 'creativeTypes' | 'clocks'>
>;

export type PeerStore = ReturnType<typeof createPeerStore>;

const info = {
  _id: false,
  name: String,
  version: String,
  capabilities: [String],
  serverUrl: String,
  panelUrl: String,
  inventoryUrl: String,
  adsTxtDomain: String,
  adsTxtRequired: Boolean,
  joiningFee: BigInt,
} satisfies Record<keyof Peer['info'] | '_id', unknown>;
const nextInfo = { type: { _id: false, info, takenAt: Date }, default: null };
const clocks = { type: { _id: false, theirs: Date, ours: Date }, default: null };
const standing = {
  state: String,
  stopReason: String,
  oursThere: Boolean,
  theirsHere: Boolean,
  isHeld: Boolean,
  awaitsPayment: Boolean,
} satisfies Record<keyof PeerStanding, unknown>;

const schema = new Schema<PeerDocument>(
  {
    _id: String,
    url: String,
    info,
    nextInfo,
    foundAt: Date,
    broadcastAt: Date,
    answeredAt: Date,
    askedAt: Date,
    failures: Number,
    foreignAnswers: Number,
    problem: String,
    nextTryAt: Date,
    dailyLimit: BigInt,
    creativeTypes: { type: [String], default: undefined },
    clocks,
    ...standing,
    states: { type: [{ _id: false, at: Date, ...standing }], default: [] },
    hosts: [String],
    updatedAt: Date,
  } satisfies Record<keyof PeerDocument, unknown>,
  { versionKey: false, collection: 'peers' },
)
  .index({ updatedAt: 1 })
  .index({ state: 1, broadcastAt: 1 })
  .index({ hosts: 1 })
  .index({ nextTryAt: 1 }, { sparse: true });

export function createPeerStore(db: Connection, now: () => Date) {
  const model = db.model('Peer', schema);
  const list = async (filter: object, limit: number): Promise<readonly Peer[]> => {
    const found = await model.find(filter).sort({ _id: 1 }).limit(limit).lean<PeerDocument[]>();
    return found.map(toPeer);
  };
  const update = async (
    filter: object,
    change: Readonly<Record<string, object>>,
    session?: DatabaseSession,
  ): Promise<Peer | null> => {
    const found = await model
      .findOneAndUpdate(
        filter,
        { ...change, $set: { ...change['$set'], updatedAt: now() } },
        { returnDocument: 'after', ...(session && { session }) },
      )
      .lean<PeerDocument>();
    return found && toPeer(found);
  };
  return {
    models: [model],

    async find(address: string): Promise<Peer | null> {
      const found = await model.findById(address).lean<PeerDocument>();
      return found && toPeer(found);
    },

    /** @returns false, and stores nothing, when it is there. */
    async insert({ address, ...peer }: NewPeer, session: DatabaseSession): Promise<boolean> {
      const first = { at: now(), ...standingOf(peer) };
      const hosts = hostsOf(peer.info);
      // A duplicate key would end the transaction.
      const { upsertedCount } = await model.updateOne(
        { _id: address },
        { $setOnInsert: { ...peer, hosts: [...hosts], states: [first], updatedAt: now() } },
        { upsert: true, session },
      );
      return upsertedCount === 1;
    },

    /** In the order of their addresses. */
    async listAll(
      filter: { readonly state: PeerState | null },
      part: AllParams,
    ): Promise<readonly Peer[]> {
      return (await readAll<PeerDocument>(model, { filter }, part)).map(toPeer);
    },

    listByAddresses(addresses: readonly string[]): Promise<readonly Peer[]> {
      return list({ _id: { $in: addresses } }, addresses.length);
    },

    /** Addresses of those whose campaigns may come here, as `isAllowed` says. */
    async listAddressesHere(): Promise<readonly string[]> {
      const found = await model.find({ state: 'allowed', theirsHere: true }, { _id: 1 }).lean();
      return found.map(({ _id }) => _id);
    },

    /** Those that are to be asked again by now, the longest due first. */
    async listDue(limit: number): Promise<readonly Peer[]> {
      const found = await model
        .find({ nextTryAt: { $lte: now() }, state: { $ne: 'denied' } })
        .sort({ nextTryAt: 1 })
        .limit(limit)
        .lean<PeerDocument[]>();
      return found.map(toPeer);
    },

    countOf(state: PeerState): Promise<number> {
      return model.countDocuments({ state });
    },

    /** A peer that something goes on with, and that has one of these hosts in what it says of itself; null: none has. */
    async findTradedAt(hosts: readonly string[], except: string): Promise<Peer | null> {
      const filter = { _id: { $ne: except }, hosts: { $in: hosts }, $or: traded };
      return (await list(filter, 1))[0] ?? null;
    },

    noteOutcome(address: string, outcome: PeerOutcome, session?: DatabaseSession) {
      const hosts = outcome.info && { hosts: hostsOf(outcome.info) };
      return update({ _id: address }, { $set: { ...outcome, ...hosts } }, session);
    },

    /** A broadcast of a later block than those before. */
    async noteBroadcast(address: string, broadcastAt: Date): Promise<void> {
      await update(
        { _id: address, $or: [{ broadcastAt: null }, { broadcastAt: { $lt: broadcastAt } }] },
        { $set: { broadcastAt } },
      );
    },

    /** Once a minute: whoever has seen an old header of a peer can send that again and again. */
    async noteClocks(address: string, clocks: PeerClocks): Promise<void> {
      const before = new Date(clocks.ours.getTime() - minuteMs);
      const isNoted = { $gt: before, $lte: clocks.ours };
      await update({ _id: address, 'clocks.ours': { $not: isNoted } }, { $set: { clocks } });
    },

    /** Changes the word on a peer; null: it is not there. */
    setStanding(
      address: string,
      changes: Partial<PeerStanding> & Partial<Pick<Peer, 'dailyLimit' | 'creativeTypes'>>,
      session: DatabaseSession,
    ): Promise<Peer | null> {
      const { dailyLimit: _limit, creativeTypes: _types, ...words } = changes;
      return update({ _id: address }, { $set: changes, ...pushState(now(), words) }, session);
    },

    /** The system's own word on a peer that something goes on with; null: it is not there, or nothing does. */
    stop(address: string, stopReason: StopReason, session: DatabaseSession): Promise<Peer | null> {
      const words: Partial<PeerStanding> = { state: 'stopped', stopReason };
      return update(
        { _id: address, $or: [{ state: 'allowed' }, isUnpaid(stopReason)] },
        { $set: words, ...pushState(now(), words) },
        session,
      );
    },

    /** Says that a peer's campaigns wait for its payment, or do no longer; null: that is said, or the peer is not there. */
    setAwaitsPayment(
      address: string,
      awaitsPayment: boolean,
      session: DatabaseSession,
    ): Promise<Peer | null> {
      return update(
        { _id: address, awaitsPayment: awaitsPayment ? { $ne: true } : true },
        { $set: { awaitsPayment }, ...pushState<PeerStanding>(now(), { awaitsPayment }) },
        session,
      );
    },

    /** Forgets peers that the operator has said nothing of, and that were silent since before a time. */
    async removeSilent(before: Date): Promise<number> {
      const { deletedCount } = await model.deleteMany({
        state: 'found',
        broadcastAt: { $lt: before },
      });
      return deletedCount;
    },
  };
}

/** As `isTradedWith` says. */
const traded = [
  { state: 'allowed' },
  { state: 'stopped', stopReason: 'not_paying', oursThere: true },
];

/** A peer that does not pay is stopped again for what ends the rest, too. */
const isUnpaid = (stopReason: StopReason) => ({
  state: 'stopped',
  stopReason: { $in: stopReason === 'not_paying' ? [] : ['not_paying'] },
});

/** Documents of before a server could await payment say nothing of that. */
const awaitsNone = { awaitsPayment: false } as const;

function standingOf({
  awaitsPayment = false,
  ...peer
}: Pick<PeerDocument, keyof PeerStanding>): PeerStanding {
  const { state, stopReason, oursThere, theirsHere, isHeld } = peer;
  return { state, stopReason, oursThere, theirsHere, isHeld, awaitsPayment };
}

function toPeer({ _id, states, updatedAt: _at, hosts: _hosts, ...rest }: PeerDocument): Peer {
  const { creativeTypes = usualCreativeTypes } = rest;
  const present = standingOf(rest);
  const [first, ...later] = states;
  const entries = first === undefined ? [] : [{ ...awaitsNone, ...first }, ...later];
  return { ...rest, ...present, creativeTypes, address: _id, states: toStates(entries, present) };
}
