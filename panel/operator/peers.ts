import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';

const peersDocument = graphql(`
  query Peers($state: PeerState!) {
    peerStatus {
      mode
      pausedAt
      broadcastAt
    }
    peers(state: $state, first: 100) {
      address
      state
      reach
      oursThere
      theirsHere
      url
      info {
        name
        version
        serverUrl
        joiningFee
      }
      nextInfo {
        info {
          serverUrl
        }
        takenAt
      }
      broadcastAt
      answeredAt
      problem
      obstacle
      clocks {
        theirs
        ours
      }
      import {
        campaigns
        creatives
        importedAt
        nextAt
        problem
      }
      lastJoiningFee {
        amount
        state
        orderedAt
        endedAt
        transactionId
        reason
      }
      states {
        at
        state
      }
      figures {
        campaigns
        viewsThere
        viewsHere
        owed
        paid
        received
      }
    }
  }
`);

export const findDocument = graphql(`
  mutation FindPeer($place: String!) {
    findPeer(place: $place) {
      address
    }
  }
`);

export const allowDocument = graphql(`
  mutation AllowPeer($address: String!, $oursThere: Boolean!, $theirsHere: Boolean!) {
    allowPeer(address: $address, oursThere: $oursThere, theirsHere: $theirsHere) {
      address
    }
  }
`);

export const denyDocument = graphql(`
  mutation DenyPeer($address: String!) {
    denyPeer(address: $address) {
      address
    }
  }
`);

export const pauseDocument = graphql(`
  mutation PausePeers {
    pausePeers {
      pausedAt
    }
  }
`);

export const resumePeersDocument = graphql(`
  mutation ResumePeers {
    resumePeers {
      pausedAt
    }
  }
`);

export type Peer = ResultOf<typeof peersDocument>['peers'][number];

/** Of each word. */
export const mostPeers = 100;

export const peersQuery = queryOptions({
  queryKey: ['peers'],
  /** A hundred of each word: strangers, who may be many, hide nobody that something goes on with. */
  async queryFn({ signal }) {
    const ask = (state: Peer['state']) => request(peersDocument, { state }, signal);
    const [stopped, allowed, found, denied] = await Promise.all([
      ask('stopped'),
      ask('allowed'),
      ask('found'),
      ask('denied'),
    ]);
    const lists = [stopped, allowed, found, denied].map((answer) => answer.peers);
    const isFull = lists.some(({ length }) => length === mostPeers);
    return { peerStatus: found.peerStatus, peers: lists.flat(), isFull };
  },
  refetchInterval: 10_000,
});
