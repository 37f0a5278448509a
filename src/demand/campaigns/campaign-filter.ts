import type { JsonSchema } from '../../json-schema';
import { isRecord } from '../../record';
import { accepting, type Parse, Problems } from '../../validation';
import { type CampaignStatus, campaignStatus } from './campaign.resource';

/** Narrows a list of campaigns: each member to one of its values. An unknown medium or vendor matches nothing. */
export interface CampaignFilter {
  readonly media?: readonly string[];
  readonly vendors?: readonly string[];
  readonly statuses?: readonly CampaignStatus[];
}

/** Narrows the operator's list of all campaigns. A null or absent member narrows nothing. */
export interface AllCampaignsFilter {
  readonly advertiserId?: string | null;
  readonly status?: CampaignStatus | null;
}

const members: readonly string[] = [
  'media',
  'vendors',
  'statuses',
] satisfies (keyof CampaignFilter)[];
const maxValues = 100;
const maxLength = 255;
/** Enough to learn from. */
const maxReported = 20;

/** Null: no filter. An unknown status matches nothing. */
export const parseCampaignFilter: Parse<CampaignFilter> = accepting((raw) => {
  if (raw == null) return {};
  if (!isRecord(raw)) return new Problems({ '': ['must have members such as filter[status]'] });
  const read = new Map<string, readonly string[]>();
  const problems: [string, readonly string[]][] = [];
  for (const [member, given] of Object.entries(raw)) {
    if (given === undefined) continue;
    const values = parseValues(given);
    if (!members.includes(member))
      problems.push([member.slice(0, 64), ['is no filter of campaigns']]);
    else if (values === null) problems.push([member, [`must be 1 to ${maxValues} texts`]]);
    else read.set(member, values);
  }
  if (problems.length > 0) return new Problems(Object.fromEntries(problems.slice(0, maxReported)));
  const [media, vendors, texts] = members.map((member) => read.get(member));
  const statuses = texts && campaignStatus.values.filter((status) => texts.includes(status));
  return { ...(media && { media }), ...(vendors && { vendors }), ...(statuses && { statuses }) };
}, filterSchema);

function filterSchema(): JsonSchema {
  const item = { type: 'string', minLength: 1, maxLength } as const;
  const values: JsonSchema = { type: 'array', minItems: 1, maxItems: maxValues, items: item };
  return { type: 'object', properties: Object.fromEntries(members.map((name) => [name, values])) };
}

/** Null unless it is a list of 1 to 100 texts. */
function parseValues(given: unknown): readonly string[] | null {
  if (!Array.isArray(given) || given.length < 1 || given.length > maxValues) return null;
  const texts = given.filter((one) => typeof one === 'string');
  const areRight = texts.every((text) => text !== '' && text.length <= maxLength);
  return areRight && texts.length === given.length ? texts : null;
}
