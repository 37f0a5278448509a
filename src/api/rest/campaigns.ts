import { parseAmount } from '../../amount';
import { toDashed } from '../../id';
import { campaignMembers } from './campaigns.members';
import { type CreativeData, toCreativeBody } from './creatives';
import {
  type ListData,
  locationIn,
  nameOfPageMember,
  pageFields,
  toEnvelope,
  toPageVariables,
} from './list';
import { nameOfInput, selectionOf, toInputOfBody, wordsOf } from './members';
import type { RestRequest, Route } from './route';

interface Nodes<Node> {
  readonly nodes: readonly Node[];
}

/** Amounts as GraphQL shows them: decimal text. */
interface CampaignData {
  readonly id: string;
  readonly creatives: Nodes<CreativeData>;
  readonly maxCpc: string | null;
  readonly maxCpm: string | null;
  readonly budget: string;
  readonly serving: { readonly typicalWinningCpm: string | null };
  readonly conversions: Nodes<{ readonly value: string | null; readonly cost: string }>;
}

const fields = selectionOf(campaignMembers);

const common = {
  accepts: 'accessToken',
  crossOrigin: 'listed',
  says: wordsOf(campaignMembers, 'data'),
} as const;
const itemPath = '/api/v2/campaigns/:id';

const edit = {
  ...common,
  path: itemPath,
  example: { name: 'Summer sale', budget: 20 },
  operation: `mutation EditCampaign($id: ID!, $input: UpdateCampaignInput!) {
    campaign: updateCampaign(id: $id, input: $input) { ${fields} }
  }`,
  variables: ({ params, body }: RestRequest) => ({
    ...params,
    input: toInputOfBody(campaignMembers, 'update', body),
  }),
  nameOf: nameOfInput(campaignMembers),
  body: toItem,
} satisfies Omit<Route, 'method'>;

/** `/api/v2/campaigns`: an advertiser's own. @see docs/interface.md "Campaign endpoints", docs/contract.md §4, §5 */
export const campaignRoutes: readonly Route[] = [
  {
    ...common,
    method: 'get',
    path: '/api/v2/campaigns',
    operation: `query Campaigns(
      $first: PositiveInt, $after: String, $page: PositiveInt, $filter: CampaignFilterInput
    ) {
      list: campaigns(first: $first, after: $after, page: $page, filter: $filter) {
        nodes { ${fields} } ${pageFields}
      }
    }`,
    variables: (request) => ({ ...toPageVariables(request), filter: toFilter(request) }),
    nameOf: (path) => nameOfFilter(nameOfPageMember(path)),
    body: ({ list }: { readonly list: ListData<CampaignData> }, request) =>
      toEnvelope(list, request, toCampaignBody),
  },
  {
    ...common,
    method: 'get',
    path: itemPath,
    operation: `query Campaign($id: ID!) { campaign(id: $id) { ${fields} } }`,
    variables: ({ params }) => params,
    body: toItem,
  },
  {
    ...common,
    method: 'post',
    path: '/api/v2/campaigns',
    example: {
      ...{ status: 'draft', name: 'Spring sale', targetUrl: 'https://shop.example/landing' },
      ...{ medium: 'web', budget: 10, maxCpm: 5, dateStart: '2026-01-01T00:00:00Z', dateEnd: null },
      targeting: { requires: { site: { domain: ['news.example'] } } },
    },
    operation: `mutation AddCampaign($input: CreateCampaignInput!) {
      campaign: createCampaign(input: $input) { ${fields} }
    }`,
    variables: ({ body }) => ({
      input: toInputOfBody(campaignMembers, 'create', body),
    }),
    nameOf: nameOfInput(campaignMembers),
    headers: ({ campaign }: { readonly campaign: CampaignData }, { url }) => ({
      Location: locationIn(url, campaign.id),
    }),
    body: toItem,
  },
  { ...edit, method: 'post' },
  { ...edit, method: 'patch' },
  {
    ...common,
    method: 'delete',
    path: itemPath,
    operation: 'mutation DeleteCampaign($id: ID!) { deleteCampaign(id: $id) }',
    variables: ({ params }) => params,
    body: () => ({ data: [] }),
  },
];

function toItem({ campaign }: { readonly campaign: CampaignData }): unknown {
  return { data: toCampaignBody(campaign) };
}

function toCampaignBody(campaign: CampaignData): unknown {
  const { maxCpc, maxCpm, budget, creatives, conversions, serving } = campaign;
  return {
    ...campaign,
    id: toDashed(campaign.id),
    maxCpc: toNumber(maxCpc),
    maxCpm: toNumber(maxCpm),
    budget: toNumber(budget),
    creatives: creatives.nodes.map(toCreativeBody),
    serving: { ...serving, typicalWinningCpm: toNumber(serving.typicalWinningCpm) },
    conversions: conversions.nodes.map((conversion) => ({
      ...conversion,
      value: toUnits(conversion.value),
      cost: toUnits(conversion.cost),
    })),
  };
}

/** JSON's decimal number is the nearest that readers have to the exact one. */
function toNumber(amount: string | null): number | null {
  return amount === null ? null : Number(amount);
}

/** Whole 10^-11 USD. */
function toUnits(amount: string | null): number | null {
  return amount === null ? null : Number(parseAmount(amount));
}

/** The query's words for the members of a filter. */
const filterNames: ReadonlyMap<string, string> = new Map([
  ['medium', 'media'],
  ['vendor', 'vendors'],
  ['status', 'statuses'],
]);

/** `filter[status]=…`, again and again or as `filter[status][]=…` for several values. */
function toFilter({ query }: RestRequest): unknown {
  const given = Object.entries(query).filter(([key]) => /^filter(?:$|\[)/.test(key));
  if (given.length === 0) return undefined;
  const filter = new Map<string, readonly unknown[]>();
  for (const [key, values] of given) {
    const name = /^filter\[([^\]]*)\](?:\[\d*\])?$/.exec(key)?.[1];
    if (name === undefined) return key;
    // The query must not use the schema's names. In brackets such a name is unknown, and the schema refuses it.
    const member = filterNames.get(name) ?? (isOurFilter(name) ? `[${name}]` : name);
    filter.set(member, [...(filter.get(member) ?? []), ...[values].flat()]);
  }
  return Object.fromEntries(filter);
}

const isOurFilter = (name: string): boolean => [...filterNames.values()].includes(name);

function nameOfFilter(path: string): string {
  const [, member] = /^filter\.(.*)$/s.exec(path) ?? [];
  if (member === undefined) return path;
  const [name = member.replace(/^\[(.*)\]$/, '$1')] =
    [...filterNames].find(([, ours]) => ours === member) ?? [];
  return `filter.${name}`;
}
