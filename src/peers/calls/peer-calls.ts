import type { Egress, JsonAnswer, JsonQuestion, ListAnswer } from '../../platform/egress/egress';
import type { FetchedFile } from '../../platform/egress/read-answer';
import { problemOfTarget } from '../../platform/egress/target';
import type { RequestSigner } from '../../platform/ledger/request-signer';
import { createFairTurns } from '../../platform/limits/fair-turns';
import { minuteMs, secondMs } from '../../time';
import { formatRequestHeader } from '../signed-requests/request-header';

/** Answers of a peer that are asked for, and what is read of each at most. @see docs/contract.md §10 */
export const peerAnswers = {
  info: { maxBytes: 64 * 2 ** 10, timeoutMs: 10 * secondMs },
  inventory: { maxBytes: 32 * 2 ** 20, timeoutMs: minuteMs },
  details: { maxBytes: 2 * 2 ** 20, timeoutMs: 30 * secondMs },
} as const;

/** The one way to another server: one call a peer, four in all. */
export interface PeerCalls {
  /**
   * Reads what a server says of itself. Nothing in the request says who asks.
   *
   * @param peer its address; its URL while nobody knows the address
   */
  readInfo(peer: string, url: string, signal: AbortSignal): Promise<JsonAnswer>;
  /**
   * Reads the campaigns that a peer exports, with our signed header: for allowed peers alone, at the URL that the
   * directory has. The header is good for anything at that server for some minutes.
   *
   * @throws {LedgerFailure} where the wallet does not sign
   */
  readInventory(
    peer: { readonly address: string; readonly inventoryUrl: string },
    signal: AbortSignal,
  ): Promise<ListAnswer>;
  /**
   * Reads what a peer says that a payment to us is for, with our signed question: of peers that are allowed, or
   * were stopped for something else than their answers.
   *
   * @throws {LedgerFailure} where the wallet does not sign
   * @see docs/peers.md §10
   */
  readDetails(question: QuestionToPeer, signal: AbortSignal): Promise<JsonAnswer>;
  /** Gets the bytes of a creative once, as visitors get them. @param maxBytes a longer file is none */
  readFile(peer: string, url: string, maxBytes: number): Promise<FetchedFile>;
}

/** A question for what a payment is for. */
export interface QuestionToPeer {
  /** The peer that has paid. */
  readonly address: string;
  /** Only its origin counts. */
  readonly serverUrl: string;
  readonly path: 'payment-details' | 'payment-details-meta' | 'boost-details';
  /** `NNNN:MMMMMMMM:PPPP`. */
  readonly transactionId: string;
  /** Our account, which was paid. */
  readonly account: string;
  /** null: the answer has no pages. */
  readonly page: { readonly limit: number; readonly offset: number } | null;
}

export interface PeerCallsOptions {
  readonly egress: Egress;
  readonly signer: RequestSigner | null;
  readonly allowsLoopback: boolean;
}

const turns = { noun: 'calls to this peer', atOnce: 4, ofOne: 1, mostWaiting: 10 } as const;

export function createPeerCalls({ egress, signer, allowsLoopback }: PeerCallsOptions): PeerCalls {
  const calls = createFairTurns(turns);

  const problemOfUrl = (url: string): string | null => {
    const problem = problemOfTarget(url, { allowsLoopback });
    return problem === null ? null : `its URL ${problem}`;
  };

  async function ask(url: string, question: JsonQuestion): Promise<JsonAnswer> {
    const problem = problemOfUrl(url);
    return problem === null ? egress.getJson(url, question) : { value: null, ...unasked(problem) };
  }

  return {
    readFile(peer, url, maxBytes) {
      const problem = problemOfUrl(url);
      if (problem !== null) return Promise.resolve({ problem, bytesRead: 0 });
      return calls.take(peer, () => egress.getFile(url, maxBytes));
    },

    readInfo: (peer, url, signal) =>
      calls.take(peer, () => ask(url, { ...peerAnswers.info, headers: {}, signal })),

    // Signed once it is its turn: words that waited for slow peers are too old.
    readInventory: ({ address, inventoryUrl }, signal) =>
      calls.take(address, async () => {
        if (signer === null) return { list: null, ...unasked(noWallet) };
        const problem = problemOfUrl(inventoryUrl);
        if (problem !== null) return { list: null, ...unasked(problem) };
        const header = formatRequestHeader(await signer.signRequest());
        const headers = { Authorization: header, 'Cache-Control': 'no-cache' };
        const question = { ...peerAnswers.inventory, headers, signal, listMember: 'banners' };
        return egress.getList(inventoryUrl, question);
      }),

    readDetails: (question, signal) =>
      calls.take(question.address, async () => {
        if (signer === null) return { value: null, ...unasked(noWallet) };
        const url = await detailsUrlOf(question, signer);
        return ask(url, { ...peerAnswers.details, headers: {}, signal });
      }),
  };
}

async function detailsUrlOf(
  { serverUrl, path, transactionId, account, page }: QuestionToPeer,
  signer: RequestSigner,
): Promise<string> {
  const { txid, date, ...signed } = await signer.signDetails(transactionId, account);
  const url = new URL(`/${path}/${txid}/${signed.account}/${date}/${signed.signature}`, serverUrl);
  if (page !== null) {
    url.searchParams.set('limit', String(page.limit));
    // Servers of the network want no offset of a first page.
    if (page.offset > 0) url.searchParams.set('offset', String(page.offset));
  }
  return url.href;
}

const noWallet = 'this server has no wallet to sign with';

const unasked = (problem: string) => ({ problem, status: null }) as const;
