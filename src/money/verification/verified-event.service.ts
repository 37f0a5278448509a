import type { CampaignStore } from '../../demand/campaigns/campaign.store';
import { AppError, notFound } from '../../errors';
import { requireId } from '../../id';
import { describeRemoval } from '../../market/events/kept-events';
import { decodePlace, encodePlace } from '../../platform/lists/cursor';
import type { ListContext } from '../../platform/lists/list.service';
import { defaultPageSize, maxPageSize } from '../../platform/lists/page';
import type { VerificationContext } from './verification.context';
import type { VerifiedEvent, VerifiedEventFilter, VerifiedEventPage } from './verified-event';

type Context = ListContext &
  Pick<VerificationContext, 'verifiedEvents'> & { readonly campaigns: CampaignStore };

export interface VerifiedEventsParams {
  readonly advertiserId: string;
  readonly campaignId: string;
  readonly filter: VerifiedEventFilter;
  /** Events of a page, from 1; default 10. More than 1000 are cut to 1000; the cost limit of GraphQL allows fewer. */
  readonly first?: number | null;
  /** The `endCursor` of a page. */
  readonly after?: string | null;
}

/**
 * An event of any advertiser, with its verdict.
 *
 * @throws {AppError} `NOT_FOUND`
 */
export async function getVerifiedEvent(
  ctx: Pick<VerificationContext, 'verifiedEvents' | 'eventRemovals'>,
  id: string,
): Promise<VerifiedEvent> {
  const event = await ctx.verifiedEvents.find(id);
  if (!event) throw await eventNotFound(ctx, id);
  return event;
}

/** Says also that old events are removed, where some are. */
async function eventNotFound(
  { eventRemovals }: Pick<VerificationContext, 'eventRemovals'>,
  id: string,
): Promise<AppError> {
  const error = notFound('event', id);
  const removal = await eventRemovals.find();
  return removal
    ? new AppError(error.code, `${error.message}: ${describeRemoval(removal)}`)
    : error;
}

/**
 * An event of one of an advertiser's campaigns, with its verdict.
 *
 * @throws {AppError} `NOT_FOUND`, which does not tell an event of another advertiser from one that does not exist.
 */
export async function getOwnVerifiedEvent(
  ctx: Pick<VerificationContext, 'verifiedEvents' | 'eventRemovals'>,
  { advertiserId, id }: { readonly advertiserId: string; readonly id: string },
): Promise<VerifiedEvent> {
  const event = await getVerifiedEvent(ctx, id);
  if (event.advertiserId !== advertiserId) throw await eventNotFound(ctx, id);
  return event;
}

/**
 * A page of a campaign's events, newest first. A page of one status may be short or empty, though more events follow.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's campaign, `VALIDATION_FAILED` for a cursor of another list.
 */
export async function listVerifiedEvents(
  ctx: Context,
  params: VerifiedEventsParams,
): Promise<VerifiedEventPage> {
  const { advertiserId, filter, first, after } = params;
  const campaign = await ctx.campaigns.findOwned(
    advertiserId,
    requireId('campaign', params.campaignId),
  );
  if (!campaign) throw notFound('campaign', params.campaignId);
  const { status, reason } = filter;
  const list = `events:${campaign.id}:${status ?? ''}:${reason ?? ''}`;
  const limit = Math.min(first ?? defaultPageSize, maxPageSize);
  const place = decodePlace(ctx.cursorKeys, list, after);
  const { events, stoppedAt } = await ctx.verifiedEvents.list({
    campaignId: campaign.id,
    filter,
    after: place && { occurredAt: place.at, id: place.id },
    // An event beyond the page tells that more follow.
    limit: limit + 1,
  });
  const nodes = events.slice(0, limit);
  const last = stoppedAt ?? nodes.at(-1);
  const endCursor = last
    ? encodePlace(ctx.cursorKeys, list, { at: last.occurredAt, id: last.id })
    : null;
  const hasNextPage = events.length > limit || stoppedAt !== null;
  return { nodes, pageInfo: { hasNextPage, endCursor } };
}
