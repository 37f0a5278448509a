import { parseAmount } from '../amount';
import { toDashed } from '../id';
import { isRecord } from '../validation';
import { type CreativeData, creativeFields, toCreativeBody } from './creatives';
import { type ListData, nameOfPageMember, pageFields, toEnvelope, toPageVariables } from './list';
import { nameAsSent, readMember, toAmountText } from './members';
import type { RestRequest, Route } from './route';

const fields = /* GraphQL */ `
  id createdAt updatedAt secret conversionClick conversionClickLink
  classifications { classifier status keywords }
  targeting creatives { ${creativeFields} } bidStrategyUuid: bidStrategyId
  conversions {
    uuid: id name limitType eventType type value isValueMutable cost occurrences isRepeatable link
  }
  status suspendedReason name targetUrl: landingUrl maxCpc maxCpm budget: hourlyBudget medium vendor
  dateStart: startsAt dateEnd: endsAt
`;

/** Amounts as GraphQL shows them: decimal text. */
interface CampaignData {
  readonly id: string;
  readonly creatives: readonly CreativeData[];
  readonly maxCpc: string | null;
  readonly maxCpm: string | null;
  readonly budget: string;
  readonly conversions: readonly { readonly value: string | null; readonly cost: string }[];
}

/** Our words for the members of a campaign, and the request's. */
const terms: Readonly<Record<string, string>> = {
  status: 'status',
  name: 'name',
  landingUrl: 'targetUrl',
  maxCpc: 'maxCpc',
  maxCpm: 'maxCpm',
  hourlyBudget: 'budget',
  startsAt: 'dateStart',
  endsAt: 'dateEnd',
};
const amounts: readonly string[] = ['maxCpc', 'maxCpm', 'hourlyBudget'];

const common = { accepts: 'accessToken', crossOrigin: 'listed' } as const;
const itemPath = '/api/v2/campaigns/:id';

const edit = {
  ...common,
  path: itemPath,
  operation: `mutation EditCampaign($id: ID!, $input: UpdateCampaignInput!) {
    campaign: updateCampaign(id: $id, input: $input) { ${fields} }
  }`,
  variables: ({ params, body }: RestRequest) => ({
    ...params,
    input: toInput(body, { bidStrategyId: readMember(body, 'bidStrategyUuid') }),
  }),
  nameOf: nameOfMember,
  body: toItem,
} satisfies Omit<Route, 'method'>;

/** `/api/v2/campaigns`: an advertiser's own. @see spec "Campaign endpoints", contract 4 and 5 */
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
    operation: `mutation AddCampaign($input: CreateCampaignInput!) {
      campaign: createCampaign(input: $input) { ${fields} }
    }`,
    variables: ({ body }) => ({
      input: toInput(body, {
        medium: readMember(body, 'medium'),
        vendor: readMember(body, 'vendor'),
        creatives: toCreatives(readNested(body, 'creatives')),
      }),
    }),
    nameOf: nameOfMember,
    headers: ({ campaign }: { readonly campaign: CampaignData }, { url }) => ({
      Location: `${url.replace(/\?.*$/s, '')}/${toDashed(campaign.id)}`,
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
  const { maxCpc, maxCpm, budget, creatives, conversions } = campaign;
  return {
    ...campaign,
    id: toDashed(campaign.id),
    maxCpc: toNumber(maxCpc),
    maxCpm: toNumber(maxCpm),
    budget: toNumber(budget),
    creatives: creatives.map(toCreativeBody),
    conversions: conversions.map((conversion) => ({
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

function toInput(body: unknown, others: Readonly<Record<string, unknown>>): unknown {
  if (!isRecord(body)) return body;
  const input = Object.entries(terms).map(([ours, name]) => {
    const value = readMember(body, name);
    return [ours, amounts.includes(ours) ? toAmountText(value) : value] as const;
  });
  const targeting = readNested(body, 'targeting');
  const members = { ...Object.fromEntries(input), targeting, ...others };
  // The compiled operation takes a member without a value for null.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** A member that is spelled flat, as `campaign.<name>`, or inside `campaign`. */
function readNested(body: unknown, name: 'targeting' | 'creatives'): unknown {
  const dotted = `campaign.${name}`;
  if (!isRecord(body)) return undefined;
  if (Object.hasOwn(body, name)) return body[name];
  return Object.hasOwn(body, dotted) ? body[dotted] : readMember(body.campaign, name);
}

function toCreatives(creatives: unknown): unknown {
  if (!Array.isArray(creatives)) return creatives;
  return creatives.map((entry: unknown) =>
    isRecord(entry)
      ? { fileId: readMember(entry, 'fileId'), name: readMember(entry, 'name') }
      : entry,
  );
}

function nameOfMember(path: string, { body }: RestRequest): string {
  const [member = '', ...inside] = path.replace(/^input\.?/, '').split('.');
  if (member === '') return 'body';
  if (member === 'bidStrategyId') return nameAsSent(body, 'bidStrategyUuid');
  if (member !== 'targeting' && member !== 'creatives')
    return nameAsSent(body, [terms[member] ?? member, ...inside].join('.'));
  if (!isRecord(body) || Object.hasOwn(body, member))
    return member === 'targeting'
      ? [member, ...inside].join('.')
      : nameAsSent(body, [member, ...inside].join('.'));
  const nested = nameAsSent({ [member]: readNested(body, member) }, [member, ...inside].join('.'));
  return readNested(body, member) === undefined ? nested : `campaign.${nested}`;
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
    // Our own words are none of the query's: in brackets they are no member's.
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
