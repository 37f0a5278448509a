import type { Egress, JsonQuestion } from '../../platform/egress/egress';
import type { FetchedFile } from '../../platform/egress/read-answer';
import type { ParsedJson } from '../../platform/egress/json-threads';
import { problemOfTarget } from '../../platform/egress/target';
import type { RequestSigner } from '../../platform/ledger/request-signer';
import { createFairTurns } from '../../platform/limits/fair-turns';
import { minuteMs, secondMs } from '../../time';
import { formatRequestHeader } from '../signed-requests/request-header';

/** Answers of a peer that are asked for, and what is read of each at most. @see docs/contract.md §10 */
export const peerAnswers = {
  info: { maxBytes: 64 * 2 ** 10, timeoutMs: 10 * secondMs },
  inventory: { maxBytes: 32 * 2 ** 20, timeoutMs: minuteMs },
} as const;

/** The one way to another server: one call a peer, four in all. */
export interface PeerCalls {
  /**
   * Reads what a server says of itself. Nothing in the request says who asks.
   *
   * @param peer its address; its URL while nobody knows the address
   */
  readInfo(peer: string, url: string, signal: AbortSignal): Promise<ParsedJson>;
  /**
   * Reads the campaigns that a peer exports, with our signed header: for allowed peers alone, at the URL that the
   * directory has. The header is good for anything at that server for some minutes.
   *
   * @throws {LedgerFailure} where the wallet does not sign
   */
  readInventory(
    peer: { readonly address: string; readonly inventoryUrl: string },
    signal: AbortSignal,
  ): Promise<ParsedJson>;
  /** Gets the bytes of a creative once, as visitors get them. @param maxBytes a longer file is none */
  readFile(peer: string, url: string, maxBytes: number): Promise<FetchedFile>;
}

export interface PeerCallsOptions {
  readonly egress: Egress;
  readonly signer: RequestSigner | null;
  readonly allowsLoopback: boolean;
}

const turns = { noun: 'calls to this peer', atOnce: 4, ofOne: 1, mostWaiting: 10 } as const;

export function createPeerCalls({ egress, signer, allowsLoopback }: PeerCallsOptions): PeerCalls {
  const calls = createFairTurns(turns);

  function ask(peer: string, url: string, question: JsonQuestion): Promise<ParsedJson> {
    const problem = problemOfTarget(url, { allowsLoopback });
    if (problem !== null) return Promise.resolve({ value: null, problem: `its URL ${problem}` });
    return calls.take(peer, () => egress.getJson(url, question));
  }

  return {
    readFile(peer, url, maxBytes) {
      const problem = problemOfTarget(url, { allowsLoopback });
      if (problem !== null) return Promise.resolve({ problem: `its URL ${problem}`, bytesRead: 0 });
      return calls.take(peer, () => egress.getFile(url, maxBytes));
    },

    readInfo: (peer, url, signal) => ask(peer, url, { ...peerAnswers.info, headers: {}, signal }),

    async readInventory({ address, inventoryUrl }, signal) {
      if (signer === null)
        return { value: null, problem: 'this server has no wallet to sign with' };
      const header = formatRequestHeader(await signer.signRequest());
      const headers = { Authorization: header, 'Cache-Control': 'no-cache' };
      return ask(address, inventoryUrl, { ...peerAnswers.inventory, headers, signal });
    },
  };
}
