import { flag, text } from '../../input-members';
import { type Parse, parserOf } from '../../validation';
import {
  type CreativeReview,
  creativeReview,
  type CreativeStatus,
  creativeStatus,
} from './creative.resource';

/** Narrows the operator's list of all creatives. A null or absent member narrows nothing. */
export interface AllCreativesFilter {
  readonly advertiserId?: string | null;
  readonly campaignId?: string | null;
  readonly status?: CreativeStatus | null;
  readonly review?: CreativeReview | null;
  readonly isUnreviewed?: boolean | null;
}

const parseMembers = parserOf({
  advertiserId: text.nullable().exactOptional(),
  campaignId: text.nullable().exactOptional(),
  status: creativeStatus.input.nullable().exactOptional(),
  review: creativeReview.input.nullable().exactOptional(),
  isUnreviewed: flag.nullable().exactOptional(),
});

/** Null: of everybody, all. */
export const parseAllCreativesFilter: Parse<AllCreativesFilter> = (raw) => parseMembers(raw ?? {});
