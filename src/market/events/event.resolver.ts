import { Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import { recordClick, recordImpression } from './event.service';
import { noEvidence } from './evidence';
import { RecordedClickType, RecordedImpressionType } from './event.type';
import type { EventContext } from './event.context';
import type { WithRequest } from '../../request-facts';

type Context = EventContext & WithRequest;

const caseIdDescription =
  'The client’s own id of this impression and its click: a UUID with or without dashes. Without it the server uses one made of page impression, placement and creative.';

const seenMsDescription =
  'Milliseconds without a break for which half of the ad (30% from 242,500 pixels on) was on the screen of a visible tab, as the tag has measured them; from 1,000 on the view is measured. null: not measured.';
const isPressedDescription =
  'True where the tag tells that a press of the visitor’s, by pointer or key, made the click.';

@Resolver()
export class EventResolver {
  @Mutation(() => RecordedImpressionType, {
    description:
      'Records that an offered creative was seen. Answered when it is durable; repeats, under other case ids too, are answered alike and count once. Bots, prefetches, data-centre traffic and unknown browsers are recorded as invalid. Errors: BAD_REQUEST for a malformed case id, FORBIDDEN for a token that was not issued for an impression, GONE for one older than 24 hours, SERVICE_UNAVAILABLE.',
  })
  recordImpression(
    @Ctx() ctx: Context,
    @Arg('token', () => String, { description: 'The member `e` of an impression URL.' })
    token: string,
    @Arg('caseId', () => String, { nullable: true, description: caseIdDescription })
    caseId: string | null = null,
    @Arg('seenMs', () => Int, { nullable: true, description: seenMsDescription })
    seenMs: number | null = null,
  ) {
    return recordImpression(ctx, { token, caseId, evidence: { ...noEvidence, seenMs } });
  }

  @Mutation(() => RecordedClickType, {
    description:
      'Records a click on an offered creative. Answered when it is durable; repeats, under other case ids too, are answered alike and count once. Bots, prefetches, data-centre traffic and unknown browsers are recorded as invalid, and later also clicks whose impression never came. Errors: BAD_REQUEST for a malformed case id, FORBIDDEN for a token that was not issued for a click, GONE for one older than 24 hours, NOT_FOUND when the campaign leads nowhere any more, SERVICE_UNAVAILABLE, also when the click is recorded but where it leads cannot be looked up; repeat it then.',
  })
  recordClick(
    @Ctx() ctx: Context,
    @Arg('token', () => String, { description: 'The member `e` of a click URL.' }) token: string,
    @Arg('caseId', () => String, { nullable: true, description: caseIdDescription })
    caseId: string | null = null,
    @Arg('isPressed', () => Boolean, { defaultValue: false, description: isPressedDescription })
    isPressed: boolean,
  ) {
    return recordClick(ctx, { token, caseId, evidence: { ...noEvidence, isPressed } });
  }
}
