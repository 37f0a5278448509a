import { caseOf } from '../events/peer-case';

/** A case as it goes on to the server that the creative comes from. Ids are 32 lower-case hex digits. */
export interface ForwardedCase {
  /** Its last byte is `00`: other servers keep that byte for the events of a case. */
  readonly caseId: string;
  /** Of the page impression. */
  readonly requestId: string;
  readonly placementId: string;
  readonly publisherId: string;
  /** This server’s ledger address: it is paid for the case. */
  readonly payTo: string;
  /** Of the page: without query and fragment. */
  readonly pageUrl: string;
}

/**
 * The case as another server is told of it, and names it when it pays. An offer is one case, whatever case a client names: each
 * other one would be paid, too.
 */
export const foreignCaseOf = (offerId: string): string => caseOf(offerId);

/**
 * The URL of another server with what it wants to know of a case; nothing of the visitor is in it.
 *
 * @see docs/peers.md §9
 */
export function forwardUrl(target: string, of: ForwardedCase): string {
  const { requestId, placementId, publisherId, payTo } = of;
  const members = new URLSearchParams({
    cid: of.caseId,
    iid: requestId,
    zid: placementId,
    pto: payTo,
    pid: publisherId,
    ctx: contextOf(of),
  });
  return `${target}${target.includes('?') ? '&' : '?'}${members.toString()}`;
}

/** All members that other servers may read; what is not told is empty. */
function contextOf({ requestId, placementId, pageUrl }: ForwardedCase): string {
  const page = {
    ...{ iid: requestId, keywords: '', metamask: 0, options: '', pop: '', ref: '' },
    ...{ url: pageUrl, zone: placementId },
  };
  return Buffer.from(JSON.stringify({ page })).toString('base64url');
}

/** The page as its browser tells it, if that is a page of the site; else the site’s first page. */
export function pageUrlOf(siteHost: string, referer: string | null): string {
  const page = referer === null ? null : URL.parse(referer);
  const isOfSite =
    page !== null &&
    /^https?:$/.test(page.protocol) &&
    (page.hostname === siteHost || page.hostname.endsWith(`.${siteHost}`));
  return isOfSite ? `${page.origin}${page.pathname}` : `https://${siteHost}/`;
}
