import { requireText } from './answer-members';
import type { CallLedger } from './json-rpc-client';

/** The members of a request header that names our account and proves it. @see docs/peers.md §2 */
export interface SignedRequest {
  readonly account: string;
  /** Base64. */
  readonly nonce: string;
  /** ISO 8601 with offset, whole seconds. */
  readonly created: string;
  /** Hex, 128 lower-case digits. */
  readonly signature: string;
}

/** A signed question for the details of a payment to us. @see docs/peers.md §3 */
export interface SignedQuestion {
  /** As the signature covers it. */
  readonly txid: string;
  readonly account: string;
  /** ISO 8601 with offset, whole seconds. */
  readonly date: string;
  /** Hex, 128 lower-case digits. */
  readonly signature: string;
}

/**
 * Lets the wallet sign words to peers. Nonce and times are its own: nobody chooses bytes that its key signs. Every method
 * throws {LedgerFailure}.
 */
export interface RequestSigner {
  signRequest(): Promise<SignedRequest>;
  /** @param account the wallet's own; it signs for no other */
  signDetails(transactionId: string, account: string): Promise<SignedQuestion>;
}

export function createRequestSigner(wallet: CallLedger): RequestSigner {
  return {
    async signRequest() {
      const answer = await wallet('sign_request', {});
      return {
        account: requireText(answer, 'account'),
        nonce: requireText(answer, 'nonce'),
        created: requireText(answer, 'created'),
        signature: requireText(answer, 'signature'),
      };
    },

    async signDetails(transactionId, account) {
      const answer = await wallet('sign_details', { txid: transactionId, account });
      return {
        txid: requireText(answer, 'txid'),
        account: requireText(answer, 'account'),
        date: requireText(answer, 'date'),
        signature: requireText(answer, 'signature'),
      };
    },
  };
}
