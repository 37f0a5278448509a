import { readPage } from '../statistics/search';

/** Where in the lines of a receipt somebody is: each from 1, which is left out. */
export interface PeerReceiptSearch {
  /** The part of the lines that is asked for. */
  readonly part?: number;
  /** The page within that part. */
  readonly page?: number;
}

/** The part and the page, as the address has them; what makes no sense is left out. */
export function readPeerReceiptSearch({
  part,
  page,
}: Readonly<Record<string, unknown>>): PeerReceiptSearch {
  const { page: ofLines } = readPage({ page: part });
  return { ...(ofLines !== undefined && { part: ofLines }), ...readPage({ page }) };
}
