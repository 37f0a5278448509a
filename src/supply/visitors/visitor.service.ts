import type { VisitorContext } from './visitor.context';
import type { WithRequest } from '../../request-facts';
import { assertNoProblems } from '../../errors';
import { maxRequestIdLength, requestIdOf } from './request-id';
import {
  formatTrackingId,
  parseTrackingId,
  trackingIdOfRequest,
  trackingIdOfSeed,
} from './tracking-id';

export interface RegisteredVisitor {
  /** For the cookie: 30 characters, base64url; null for a visitor who asks not to be tracked. */
  readonly trackingId: string | null;
}

/** Texts that scripts send when they have no seed. */
const absentSeeds: ReadonlySet<string> = new Set(['', 'null', 'undefined']);

/**
 * Ties a page impression to a visitor: the visitor of the request's cookie, else the visitor that the seed always stands
 * for, else a new one. Repeating it is harmless. Nothing is tied for a visitor who asks not to be tracked.
 *
 * @throws {AppError} `VALIDATION_FAILED` for an empty request id, and for a request id or seed of more than 255 characters.
 */
export function registerVisitor(
  ctx: VisitorContext & WithRequest,
  params: { readonly requestId: string; readonly seed: string | null },
): RegisteredVisitor {
  assertRegistration(params);
  if (refusesTracking(ctx)) return { trackingId: null };
  const [key] = ctx.trackingIdKeys;
  if (!key) throw new Error('the ring of tracking keys is empty');
  const { seed } = params;
  const trackingId =
    trackingIdOfCookie(ctx) ??
    (seed !== null && !absentSeeds.has(seed)
      ? trackingIdOfSeed(key, seed)
      : trackingIdOfRequest(key, params.requestId, ctx.request.remoteAddress));
  ctx.visitorMemory.bind(requestIdOf(params.requestId), trackingId);
  return { trackingId: formatTrackingId(key, trackingId) };
}

function assertRegistration(params: Parameters<typeof registerVisitor>[1]): void {
  const details: Record<string, string[]> = {};
  if (params.requestId.length < 1 || params.requestId.length > maxRequestIdLength)
    details.requestId = [`must have 1 to ${maxRequestIdLength} characters`];
  if (params.seed !== null && params.seed.length > maxRequestIdLength)
    details.seed = [`must have at most ${maxRequestIdLength} characters`];
  assertNoProblems(details);
}

/**
 * Tracking id, hex, of the visitor behind a page impression: as it was registered, else of the cookie, else the id that
 * the page's own name for the visitor always stands for; null: the visitor is not tracked.
 */
export function findVisitor(
  ctx: VisitorContext & WithRequest,
  requestId: string,
  userId: string | null,
): string | null {
  if (refusesTracking(ctx)) return null;
  const known = ctx.visitorMemory.findTrackingId(requestId) ?? trackingIdOfCookie(ctx);
  const [key] = ctx.trackingIdKeys;
  return known ?? (userId !== null && key ? trackingIdOfSeed(key, userId) : null);
}

/** Tracking id, hex, of the cookie `tid`; null when the request has none of ours, or asks not to be tracked. */
export function trackingIdOfCookie(ctx: VisitorContext & WithRequest): string | null {
  if (refusesTracking(ctx)) return null;
  const { cookie } = ctx.request.headers;
  if (typeof cookie !== 'string') return null;
  const text = /(?:^|;\s*)tid=([\w-]{30})(?:;|$)/.exec(cookie)?.[1];
  return text === undefined ? null : parseTrackingId(ctx.trackingIdKeys, text);
}

/** Says that the visitor's browser sends Global Privacy Control. @see W3C Global Privacy Control */
export function refusesTracking({ request }: WithRequest): boolean {
  return request.headers['sec-gpc'] === '1';
}
