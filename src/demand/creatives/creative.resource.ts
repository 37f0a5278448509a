import { kind, type ValueOf } from '../../platform/resources/kinds';
import {
  type ChangesOf,
  defineResource,
  type DocumentOf,
  type ItemOf,
} from '../../platform/resources/resource';
import { frequencyCapsKind } from '../campaigns/frequency-caps';
import { creativeAlt, creativeName } from './creative-name';
import { creativeWeight, usualWeight } from './creative-weight';
import { impressionPixels } from './impression-pixels';

export const creativeType = kind.enumOf({
  name: 'CreativeType',
  description: 'The kind of content of a creative.',
  meanings: {
    image: 'A picture.',
    video: 'A film.',
    html: 'A page that shows itself in a frame.',
    direct: 'A link that is opened, as a window or by the site.',
    model: 'A three-dimensional object.',
  },
});
export type CreativeType = ValueOf<typeof creativeType>;

export const creativeStatus = kind.enumOf({
  name: 'CreativeStatus',
  description: 'How far a creative is.',
  meanings: {
    draft: 'Not finished: not served.',
    inactive: 'Stopped by the advertiser: not served.',
    active: 'Served with its campaign.',
    rejected: 'Refused by the operator: not served.',
  },
});
export type CreativeStatus = ValueOf<typeof creativeStatus>;

export const creativeReview = kind.enumOf({
  name: 'CreativeReview',
  description: 'How far the operator is with a new creative.',
  meanings: {
    waiting: 'Not looked at yet: not served, whatever its status.',
  },
});
export type CreativeReview = ValueOf<typeof creativeReview>;

/** Findings of classifiers, for filters of publishers: `<classifier>:<keyword>` to values. */
type Keywords = Readonly<Record<string, readonly string[]>>;

export const creativeResource = defineResource({
  name: 'Creative',
  says: 'A picture, video, document or model that a campaign shows.',
  members: {
    id: { is: kind.idOf('a creative'), says: '32 lower-case hex digits.' },
    createdAt: { is: kind.time, says: 'When it was made.' },
    updatedAt: { is: kind.time, says: 'When it was changed last.' },
    campaignId: { is: kind.idOf('a campaign'), says: 'The campaign that it belongs to.' },
    advertiserId: { is: kind.idOf('an account'), says: 'The advertiser.', isHidden: true },
    type: { is: creativeType, says: 'The kind of content.' },
    mime: { is: kind.plainText, says: 'MIME type, read from the content.' },
    hash: {
      is: kind.plainText,
      says: 'SHA-1 of the exact bytes served, 40 lower-case hex digits. Never changes.',
    },
    scope: {
      is: kind.plainText,
      says: 'Size as `<width>x<height>`, `cube`, `pop-up` or `pop-under`.',
    },
    byteLength: { is: kind.integer, says: 'Bytes that are served.' },
    name: { is: creativeName, set: 'always', says: 'For the advertiser.' },
    alt: {
      is: creativeAlt,
      set: 'always',
      absent: null,
      says: 'The text of the ad for visitors who do not see it: screen readers read it. Null: none.',
    },
    impressionPixels: {
      is: impressionPixels,
      set: 'always',
      absent: [],
      says: 'URLs of third parties that the tag calls once the view is stored, where the visitor has consented. They may hold the placeholders of a click, but for `{cid}`.',
    },
    weight: {
      is: creativeWeight,
      set: 'always',
      absent: usualWeight,
      says: 'Its share beside the campaign’s other creatives, where these are shown by weight.',
    },
    frequencyCaps: {
      is: frequencyCapsKind,
      set: 'always',
      absent: null,
      says: 'How often one visitor sees the creative at most, beside the caps of its campaign: views per `hour`, `day`, `week` or `life`, such as `1/day`; null: no bound of its own.',
    },
    status: {
      is: creativeStatus,
      set: 'update',
      says: 'Only an active one is served.',
      asks: '`rejected` only where it is that already.',
    },
    startsAt: {
      is: kind.orNull(kind.time),
      set: 'always',
      absent: null,
      says: 'When it is shown first; null: with its campaign, before which it is never shown.',
    },
    endsAt: {
      is: kind.orNull(kind.time),
      set: 'always',
      absent: null,
      says: 'When it is shown last, not before it begins; null: with its campaign. What was offered by then is paid.',
    },
    review: {
      is: kind.orNull(creativeReview),
      absent: null,
      says: '`waiting`: an operator must approve its bytes before it is served (`ADGATE_REVIEW`); null: nothing waits.',
    },
    isUnreviewed: {
      is: kind.flag,
      absent: false,
      says: 'Served before an operator has looked at its bytes (`ADGATE_REVIEW=after`).',
      isHidden: true,
    },
    rejectionReason: {
      is: kind.orNull(kind.plainText),
      absent: null,
      says: 'Why the operator has rejected it; null in any other status.',
    },
    keywords: {
      is: kind.json<Keywords>({}),
      says: 'Findings of classifiers, for filters of publishers: `<classifier>:<keyword>` to values.',
      isHidden: true,
    },
  },
});

export interface Creative extends ItemOf<typeof creativeResource> {}
export interface CreativeTermChanges extends ChangesOf<typeof creativeResource> {}
export interface StoredCreative extends DocumentOf<typeof creativeResource> {}

/** The members of a creative that finds need: a million creatives are held in memory, with nothing else. */
export interface CreativeForSale
  extends Pick<
    Creative,
    | 'id'
    | 'campaignId'
    | 'type'
    | 'mime'
    | 'scope'
    | 'hash'
    | 'keywords'
    | 'alt'
    | 'weight'
    | 'frequencyCaps'
  > {
  /** null: none. */
  readonly impressionPixels: readonly string[] | null;
  /** null: those of its campaign. */
  readonly times: CreativeTimes | null;
}

/** The times of one creative within those of its campaign. */
export type CreativeTimes = Pick<Creative, 'startsAt' | 'endsAt'>;

/** A creative that is not stored yet: active, unclassified. */
export interface NewCreative
  extends Omit<Creative, 'status' | 'rejectionReason' | 'keywords' | 'createdAt' | 'updatedAt'> {
  /** Id of the stored content, 64 hex digits. */
  readonly contentId: string;
}
