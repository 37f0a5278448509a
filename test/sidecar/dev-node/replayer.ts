import { blockSeconds } from '../../../sidecar/ledger/block';
import { getAccount } from '../../../sidecar/ledger/requests/get-account';
import type { Place } from '../../../sidecar/ledger/node-rule';
import type { NodeAnswer, NodeRequest } from '../../../sidecar/dev-node/execute';
import { openLedger, type Ledger } from '../../../sidecar/dev-node/ledger';
import { openStorage } from '../../../sidecar/dev-node/storage';
import { createStore, type Store } from '../../../sidecar/dev-node/store';
import {
  acceptedAt,
  differences,
  keyOf,
  seenPlaces,
  unseen,
  type Accepted,
  type TimedExchange,
} from './recorded-network';

/** Members of a record that the recording has another value for. */
export interface Deviation {
  readonly session: string;
  readonly account: readonly string[];
  readonly network: readonly string[];
}

export interface Replayer {
  readonly ledger: Ledger;
  readonly store: Store;
  /** @param time Unix seconds */
  setClock(time: number): void;
  /** Sends what the client sent, at its time, after everything that the network had done before. */
  replay(exchange: TimedExchange): NodeAnswer;
  /** Where the recorded network had another state than this one; it was then set as recorded. */
  readonly deviations: readonly Deviation[];
}

function isBefore(a: Place, b: Place): boolean {
  return a.message < b.message || (a.message === b.message && a.position < b.position);
}

/** The recorded node was restarted inside a block; what it had published went into the next one. */
const restart = { block: 1_795_236_864, into: 1_795_237_376 };

/** A ledger that has lived through the same as the recorded one. */
export function startReplayer(params: {
  /** Unix seconds of its genesis. */
  readonly startsAt: number;
  readonly publicKey: Uint8Array;
  readonly balance: bigint;
  readonly networkSeed?: Uint8Array;
  readonly nodeSeed?: Uint8Array;
  readonly isReadOnly?: () => boolean;
  /** Everything that the network accepted, by place; empty when places are set as recorded. */
  readonly history: readonly Accepted[];
}): Replayer {
  let now = params.startsAt;
  const db = openStorage(':memory:');
  const { startsAt: _start, publicKey, balance, history, ...rest } = params;
  const ledger = openLedger({
    db,
    accounts: {
      node: 1,
      accounts: [{ address: { node: 1, user: 0 }, publicKey, balance }],
      digest: 'recorded',
    },
    blockSeconds,
    now: () => now * 1000,
    onUnexpectedError(error) {
      throw error;
    },
    ...rest,
  });
  const store = createStore(db);
  const deviations: Deviation[] = [];
  /** Transactions of the network that no session shows, in their order. */
  const unshown = history.filter(({ place }) => !seenPlaces.has(keyOf(place)));
  const head = () => store.findHead()!;

  function run(request: NodeRequest): NodeAnswer {
    const [answer] = ledger.execute([request]);
    if (!answer) throw new Error('not carried out');
    return answer;
  }

  function moveTo(time: number): void {
    const { block, queued, messageId } = head();
    if (time < block + blockSeconds) {
      now = time;
      return;
    }
    // Nothing is published in the last seconds of a block.
    now = block + blockSeconds - 10;
    if (queued > 0) publishUntil(messageId + 1);
    now = time;
    if (block === restart.block) {
      db.prepare('UPDATE messages SET block = ? WHERE block <= ?').run(restart.into, restart.block);
    }
    ledger.tick();
  }

  /** Publishes messages until the open one has this number: when is left to chance, so it is set here. */
  function publishUntil(message: number): void {
    while (head().messageId < message) {
      const before = head();
      makeUpUntil({ message: before.messageId + 1, position: 0 });
      store.saveHead({ ...before, ...head(), packedAt: 0 });
      ledger.tick();
      if (head().messageId === before.messageId) throw new Error('nothing to publish');
    }
  }

  /** Makes the transactions before a place that no session has made. */
  function makeUpUntil(place: Place): void {
    while (unshown[0] && isBefore(unshown[0].place, place)) makeUp(unshown.shift()!);
  }

  function makeUp(made: Accepted): void {
    moveTo(Math.max(now, acceptedAt(made.place)));
    publishUntil(made.place.message);
    const hash = store.findAccount(0)!.hash;
    const answer = run(made.place === unseen.place ? unseen.sign(hash) : made);
    if (answer.code !== 0) throw new Error(`${keyOf(made.place)} was refused: ${answer.code}`);
  }

  /** Comes to the place that the recorded transaction got. */
  function takePlace(place: Place, startedAt: number): void {
    if (history.length === 0) {
      moveTo(startedAt);
      store.saveHead({ ...head(), messageId: place.message, queued: place.position - 1 });
      return;
    }
    makeUpUntil(place);
    moveTo(acceptedAt(place));
    publishUntil(place.message);
  }

  function makeUpUntilTime(time: number): void {
    while (unshown[0] && acceptedAt(unshown[0].place) < time) {
      makeUp(unshown.shift()!);
    }
  }

  function makeUpUntilMessage(user: number, messageId: number): void {
    while ((store.findAccount(user)?.messageId ?? 0) < messageId && unshown[0]) {
      makeUp(unshown.shift()!);
    }
  }

  /** Takes the recorded records over where this ledger has others, and remembers where. */
  function adopt(exchange: TimedExchange): void {
    const { target } = getAccount.decode(exchange.data);
    const recorded = getAccount.decodeResponse(getAccount.decode(exchange.data), exchange.payload);
    if (target.node !== 1) return;
    makeUpUntilMessage(target.user, recorded.account.messageId);
    moveTo(exchange.startedAt);
    const known = store.findNetworkAccount(target);
    const isBehind = (known?.messageId ?? -1) < recorded.networkAccount.messageId;
    if (isBehind && history.length > 0) {
      publishUntil(head().messageId + 1);
    }
    const own = store.findAccount(target.user)!;
    const network = store.findNetworkAccount(target)!;
    const found = {
      session: exchange.session,
      account: differences(own, recorded.account),
      network: differences(network, recorded.networkAccount),
    };
    if (found.account.length + found.network.length === 0) return;
    deviations.push(found);
    store.saveAccount(target.user, recorded.account);
    store.saveNetworkAccount(target, recorded.networkAccount);
  }

  return {
    ledger,
    store,
    deviations,
    setClock: moveTo,
    replay(exchange) {
      const { type, code, payload, data, signature } = exchange;
      makeUpUntilTime(exchange.startedAt);
      moveTo(exchange.startedAt);
      if (type.type === getAccount.type && code === 0) adopt(exchange);
      if (type.kind === 'transaction' && code === 0) {
        const receipt = type.decodeReceipt(payload);
        const place = { message: receipt.nodeMessageId, position: receipt.position };
        takePlace(place, exchange.startedAt);
      }
      return run({ data, signature });
    },
  };
}
