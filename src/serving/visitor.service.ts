import type { RequestContext } from '../context';
import { AppError } from '../errors';
import { messageFor } from '../validation';
import { bidRequestLimits, requestIdOf } from './bid-request';
import {
  formatTrackingId,
  parseTrackingId,
  trackingIdOfRequest,
  trackingIdOfSeed,
} from './tracking-id';

export interface RegisteredVisitor {
  /** For the cookie: 30 characters, base64url. */
  readonly trackingId: string;
}

/** Texts that scripts send when they have no seed. */
const absentSeeds: ReadonlySet<string> = new Set(['', 'null', 'undefined']);

/**
 * Ties a page impression to a visitor: the one of the request's cookie, else the one that a seed always stands for,
 * else a new one. Repeating it is harmless.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a request id or seed that is empty or longer than 255 characters.
 */
export function registerVisitor(
  ctx: RequestContext,
  params: { readonly requestId: string; readonly seed: string | null },
): RegisteredVisitor {
  assertRegistration(params);
  const [key] = ctx.signingKeys.trackingIds;
  if (!key) throw new Error('the ring of tracking keys is empty');
  const { seed } = params;
  const trackingId =
    trackingIdOfCookie(ctx) ??
    (seed !== null && !absentSeeds.has(seed)
      ? trackingIdOfSeed(key, seed)
      : trackingIdOfRequest(params.requestId, ctx.request.remoteAddress));
  ctx.visitorMemory.bind(requestIdOf(params.requestId), trackingId);
  return { trackingId: formatTrackingId(key, trackingId) };
}

function assertRegistration(params: Parameters<typeof registerVisitor>[1]): void {
  const { idLength } = bidRequestLimits;
  const details: Record<string, string[]> = {};
  if (params.requestId.length < 1 || params.requestId.length > idLength)
    details.requestId = [`must have 1 to ${idLength} characters`];
  if (params.seed !== null && params.seed.length > idLength)
    details.seed = [`must have at most ${idLength} characters`];
  if (Object.keys(details).length > 0)
    throw new AppError('VALIDATION_FAILED', messageFor(details), { details });
}

/**
 * Tracking id, hex, of the visitor behind a page impression: registered, else by cookie, else the one that the page's
 * own id of the visitor always stands for; null: not tracked.
 */
export function findVisitor(
  ctx: RequestContext,
  requestId: string,
  userId: string | null,
): string | null {
  const known = ctx.visitorMemory.findTrackingId(requestId) ?? trackingIdOfCookie(ctx);
  const [key] = ctx.signingKeys.trackingIds;
  return known ?? (userId !== null && key ? trackingIdOfSeed(key, userId) : null);
}

/** Tracking id, hex, of the cookie `tid`; null when the request has none of ours. */
export function trackingIdOfCookie(ctx: RequestContext): string | null {
  const { cookie } = ctx.request.headers;
  if (typeof cookie !== 'string') return null;
  const match = /(?:^|;\s*)tid=([\w-]{30})(?:;|$)/.exec(cookie);
  return match ? parseTrackingId(ctx.signingKeys.trackingIds, match[1]!) : null;
}
