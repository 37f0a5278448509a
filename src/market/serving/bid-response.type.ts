import { Field, Float, Int, ObjectType, Extensions } from 'type-graphql';
import { type CampaignPriority, campaignPriority } from '../../demand/campaigns/campaign-priority';
import { type CreativeType, creativeType } from '../../demand/creatives/creative.resource';
import { createEnum } from '../../platform/graphql/enum';
import { keysOf, recordOf } from '../../record';
import { type NonBidReason, nonBidReasons } from '../selection/non-bid-reasons';
import { type UnavailableReason, unavailableReasons } from './unavailable-reasons';

const statusCodes = { ...nonBidReasons, ...unavailableReasons };
const reasons = keysOf(statusCodes);

export const NonBidReasonEnum = createEnum({
  name: 'NonBidReason',
  description: 'Why an opportunity stayed empty (OpenRTB seat-non-bid).',
  values: reasons,
  meanings: recordOf(reasons, (reason) => `Status code ${statusCodes[reason]}.`),
});

@ObjectType('Bid', {
  simpleResolvers: true,
  description: 'The creative that won one opportunity (OpenRTB 2.6 §4.2.3).',
})
export class BidType {
  @Field(() => String, { description: 'Id of the opportunity that this answers.' })
  impId!: string;

  @Field(() => String, { description: 'Id of the creative, 32 hex digits.' })
  creativeId!: string;

  @Field(() => String, { description: 'Id of the placement, 32 hex digits.' })
  placementId!: string;

  @Field(() => String, { description: 'Id of the site, 32 hex digits.' })
  siteId!: string;

  @Field(() => String, { description: 'Account id of the publisher, 32 hex digits.' })
  publisherId!: string;

  @Field(() => String, { description: 'Ledger address of the server that pays.' })
  demandServer!: string;

  @Field(() => String, { description: 'Ledger address of the server that answers.' })
  supplyServer!: string;

  @Field(() => creativeType.type, { description: 'Type of the creative.' })
  type!: CreativeType;

  @Field(() => String, { description: 'MIME type of the content.' })
  mime!: string;

  @Field(() => String, { description: '`<width>x<height>`, `cube`, `pop-up` or `pop-under`.' })
  scope!: string;

  @Field(() => String, {
    description: 'SHA-1 of the exact bytes behind `serveUrl`, 40 lower-case hex digits.',
  })
  hash!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The text of the ad for visitors who do not see it; null: none.',
  })
  alt!: string | null;

  @Field(() => String, { description: 'Where the content is.' })
  serveUrl!: string;

  @Field(() => String, {
    description: 'To be called once when the creative is seen; signed, good for 24 hours.',
  })
  impressionUrl!: string;

  @Field(() => String, {
    description: 'To be opened when the creative is clicked; signed, good for 24 hours.',
  })
  clickUrl!: string;

  @Field(() => Float, {
    description:
      'USD per thousand impressions, 2 decimals: what 1,000 accepted impressions of the campaign on sites of this server have cost, clicks and conversions with them; with fewer than 100 accepted what is expected. Refreshed every minute; not what will be paid.',
  })
  rpm!: number;

  @Field(() => Int, {
    description:
      'Seconds from now within which a view is paid (OpenRTB `exp`). Later ones are answered alike and refused.',
  })
  exp!: number;

  @Field(() => campaignPriority.type, {
    nullable: true,
    description:
      'Of an ad of the publisher’s own that is shown beside all bids: `house` where nobody else bid, `sponsorship` before all. Null: it has won by its bid.',
  })
  priority!: CampaignPriority | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'URLs of third parties to be called once the view is stored, at most 3. Null: none, or no tag of this server shows the ad, or the visitor has not consented.',
  })
  impressionPixels!: readonly string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Of a creative of another server: the case that its view and click belong to there, 32 hex digits, whatever case is named with them. Null: the creative is ours, and the client names the case.',
  })
  caseId!: string | null;
}

@ObjectType('NonBid', {
  simpleResolvers: true,
  description: 'Why an opportunity stayed empty (OpenRTB seat-non-bid).',
})
export class NonBidType {
  @Field(() => String, { description: 'Id of the opportunity.' })
  impId!: string;

  @Field(() => NonBidReasonEnum, { description: 'Why it stayed empty.' })
  reason!: NonBidReason | UnavailableReason;

  @Field(() => Int, {
    description: 'Seat-non-bid status code of OpenRTB; from 500 on codes of our own.',
  })
  statusCode!: number;

  @Field(() => [String], {
    description:
      'The conditions that the candidates which came furthest failed at, most frequent first; at most 5.',
  })
  details!: readonly string[];
}

@ObjectType('PlacementHint', {
  simpleResolvers: true,
  description:
    'A word on an opportunity that stays empty, for whoever builds the page: the tag says it.',
})
export class PlacementHintType {
  @Field(() => String, { description: 'Id of the opportunity.' })
  impId!: string;

  @Field(() => String, { description: 'The host of the page, as the request says.' })
  pageHost!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The host of the placement’s site, where the page is on another one, so that nothing is shown. Null: the page is on that host, or on a subdomain.',
  })
  siteHost!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Size, `<width>x<height>`, of a sample ad to show: in test mode, and on a local host (`localhost`, `*.localhost`, `*.local`, local addresses) that is not the site’s. Null: none, as for windows and models.',
  })
  sample!: string | null;
}

@ObjectType('BidResponse', {
  description:
    'At most one bid for each opportunity; one without an entry has no suitable creative.',
})
export class BidResponseType {
  @Extensions({ listSize: 100 })
  @Field(() => [BidType], { description: 'In the order of the request.' })
  bids!: readonly BidType[];

  @Extensions({ listSize: 100 })
  @Field(() => [NonBidType], {
    nullable: true,
    description:
      'Why the other opportunities stayed empty. At most 4 different placements of a request are explained; others have the reason noBid, and `details` says so. A publisher, with `site.read`, is told of his own placements and of unknown ones, without details, and noBid where nobody bids. Null for everybody else, and when it was not asked for.',
  })
  nonBids!: readonly NonBidType[] | null;

  @Extensions({ listSize: 100 })
  @Field(() => [PlacementHintType], {
    description:
      'For the tag of this server (`isFromTag`) alone: opportunities without a bid in test mode, and those of pages on another host than the site’s.',
  })
  hints!: readonly PlacementHintType[];
}
