import { hash } from 'node:crypto';

/** Why selection would not have chosen a creative for a visitor, in the words of its rules. */
export type Unmet = 'requirementNotMet' | 'exclusionMet';

/** The part of an event that another server has told, or that is judged by that. Ids are 32 lower-case hex. */
export interface PeerCase {
  /** The server’s account on the ledger, with its checksum. */
  readonly address: string;
  /** The id of the case as the server has told it. */
  readonly cid: string;
  /** Its publisher, at most 64 characters. */
  readonly publisher: string;
  /** True where our campaign may be on sites of this server. */
  readonly isShown: boolean;
  /** Why the campaign did not want this visitor or host; null: it did. */
  readonly unmet: Unmet | null;
  /** The host whose `ads.txt` must name the publisher, and by which domain the server is named there; absent: none must. */
  readonly host?: { readonly host: string; readonly domain: string };
  /** True for the web: a browser must have run our page. */
  readonly needsPage: boolean;
  /** When and in which network our page has run; absent: it has not. */
  readonly ran?: { readonly at: Date; readonly network: string | null };
}

/** A case has the same id whatever its last byte is: other servers use that byte for kinds of events. */
export const caseOf = (cid: string): string => `${cid.slice(0, 30)}00`;

/** The id that the view and the click of one case share: what an offer is for a find of ours. */
export function peerOfferIdOf(of: {
  readonly address: string;
  readonly caseId: string;
  readonly creativeId: string;
}): string {
  return hash('sha256', `peer ${of.address} ${of.caseId} ${of.creativeId}`).slice(0, 32);
}
