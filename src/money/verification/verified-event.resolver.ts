import { Arg, Authorized, Ctx, Extensions, ID, Query, Resolver } from 'type-graphql';
import { requireViewer } from '../../identity/access/access-rule';
import { PositiveIntScalar } from '../../platform/graphql/scalars';
import type { RejectionReason } from './verdict';
import type { VerificationStatus } from './verified-event';
import { getOwnVerifiedEvent, listVerifiedEvents } from './verified-event.service';
import {
  EventPageType,
  RejectionReasonEnum,
  toVerifiedEventType,
  VerificationStatusEnum,
  VerifiedEventType,
} from './verified-event.type';
import type { VerificationContext } from './verification.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = VerificationContext & WithViewer;

@Resolver()
export class VerifiedEventResolver {
  @Authorized('campaign.read')
  @Query(() => VerifiedEventType, {
    description: 'An event of the viewer’s campaigns, with its verdict.',
  })
  async event(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Of the event.' }) id: string,
  ) {
    const advertiserId = requireViewer(ctx).account.id;
    return toVerifiedEventType(await getOwnVerifiedEvent(ctx, { advertiserId, id }));
  }

  @Authorized('campaign.read')
  @Extensions({ readCost: 75 })
  @Query(() => EventPageType, {
    description:
      'Events of one of the viewer’s campaigns, newest first. A page that is narrowed down by `status` alone may have few events, or none, though more follow: page on while `hasNextPage` says so. Errors: VALIDATION_FAILED for a cursor of another list.',
  })
  async events(
    @Ctx() ctx: Context,
    @Arg('campaignId', () => ID, { description: 'Of the campaign, 32 hex digits, dashed or not.' })
    campaignId: string,
    @Arg('status', () => VerificationStatusEnum, {
      nullable: true,
      description: 'Only those that are so.',
    })
    status: VerificationStatus | null = null,
    @Arg('reason', () => RejectionReasonEnum, {
      nullable: true,
      description: 'Only those that are rejected for it.',
    })
    reason: RejectionReason | null = null,
    @Arg('first', () => PositiveIntScalar, {
      nullable: true,
      description:
        'Events of a page; default 10, at most 135 with all their members: each costs 75, and 1 for each member that is asked for, of the 16000 of an operation.',
    })
    first: number | null = null,
    @Arg('after', () => String, {
      nullable: true,
      description: 'An `endCursor` of the same list: the page begins behind it.',
    })
    after: string | null = null,
  ) {
    const advertiserId = requireViewer(ctx).account.id;
    const filter = { status, reason };
    const page = await listVerifiedEvents(ctx, { advertiserId, campaignId, filter, first, after });
    return { nodes: page.nodes.map(toVerifiedEventType), pageInfo: page.pageInfo };
  }
}
