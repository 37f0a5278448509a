import { toDashed } from '../id';
import { isRecord } from '../validation';
import { type ListData, nameOfPageMember, pageFields, toEnvelope, toPageVariables } from './list';
import { nameAsSent, readMember } from './members';
import type { RestRequest, Route } from './route';

/** What an operation selects of a creative for `toCreativeBody`. */
export const creativeFields =
  'id createdAt updatedAt type mime hash scope name status rejectionReason url';

/** A creative as an operation with `creativeFields` answers it. */
export interface CreativeData {
  readonly id: string;
  readonly status: string;
}

/** Creative statuses of the REST API: the number of one is its place. */
const statuses = ['draft', 'inactive', 'active', 'rejected'];

/** @see spec "Creative (campaign management)" */
export function toCreativeBody(creative: CreativeData): unknown {
  return {
    ...creative,
    id: toDashed(creative.id),
    status: statuses.indexOf(creative.status),
    cdnUrl: null,
  };
}

const listPath = '/api/v2/campaigns/:campaignId/creatives';
const itemPath = `${listPath}/:id`;

const common = { accepts: 'accessToken', crossOrigin: 'listed' } as const;

const edit = {
  ...common,
  path: itemPath,
  operation: `mutation EditCreative($campaignId: ID!, $id: ID!, $input: UpdateCreativeInput!) {
    creative: updateCreative(campaignId: $campaignId, id: $id, input: $input) { ${creativeFields} }
  }`,
  variables: ({ params, body }: RestRequest) => ({
    ...params,
    input: toInput(body),
  }),
  nameOf: nameOfInput,
  body: toItem,
} satisfies Omit<Route, 'method'>;

/** Uploads, and the creatives of a campaign; in front of the campaigns' own records, whose paths would take them. */
export const creativeRoutes: readonly Route[] = [
  {
    ...common,
    method: 'post',
    path: '/api/v2/campaigns/creative',
    takesFile: true,
    operation: `mutation UploadCreative($input: CreateUploadInput!) {
      data: createUpload(input: $input) { id url }
    }`,
    variables: ({ body }) => ({
      input: {
        file: isRecord(body) ? body.file : undefined,
        ...Object.fromEntries(
          ['medium', 'vendor', 'type', 'scope'].map((name) => [name, readMember(body, name)]),
        ),
      },
    }),
    nameOf: nameOfInput,
  },
  {
    ...common,
    method: 'get',
    path: listPath,
    operation: `query Creatives($campaignId: ID!, $first: PositiveInt, $after: String, $page: PositiveInt) {
      list: creatives(campaignId: $campaignId, first: $first, after: $after, page: $page) {
        nodes { ${creativeFields} } ${pageFields}
      }
    }`,
    variables: (request) => ({ ...request.params, ...toPageVariables(request) }),
    nameOf: nameOfPageMember,
    body: ({ list }: { readonly list: ListData<CreativeData> }, request) =>
      toEnvelope(list, request, toCreativeBody),
  },
  {
    ...common,
    method: 'get',
    path: itemPath,
    operation: `query Creative($campaignId: ID!, $id: ID!) {
      creative(campaignId: $campaignId, id: $id) { ${creativeFields} }
    }`,
    variables: ({ params }) => params,
    body: toItem,
  },
  {
    ...common,
    method: 'post',
    path: listPath,
    operation: `mutation AddCreative($campaignId: ID!, $input: CreateCreativeInput!) {
      creative: createCreative(campaignId: $campaignId, input: $input) { ${creativeFields} }
    }`,
    variables: ({ params, body }) => ({
      ...params,
      input: { fileId: readMember(body, 'fileId'), name: readMember(body, 'name') },
    }),
    nameOf: nameOfInput,
    headers: ({ creative }: { readonly creative: CreativeData }, { url }) => ({
      Location: `${url.replace(/\?.*$/s, '')}/${toDashed(creative.id)}`,
    }),
    body: toItem,
  },
  { ...edit, method: 'post' },
  { ...edit, method: 'patch' },
  {
    ...common,
    method: 'delete',
    path: itemPath,
    operation: `mutation DeleteCreative($campaignId: ID!, $id: ID!) {
      deleteCreative(campaignId: $campaignId, id: $id)
    }`,
    variables: ({ params }) => params,
    body: () => ({ data: [] }),
  },
];

function toItem({ creative }: { readonly creative: CreativeData }): unknown {
  return { data: toCreativeBody(creative) };
}

/** Only what is there: what is absent stays. */
function toInput(body: unknown): Readonly<Record<string, unknown>> {
  const [name, status] = [readMember(body, 'name'), readMember(body, 'status')];
  return {
    ...(name !== undefined && { name }),
    ...(status !== undefined && { status: toStatus(status) }),
  };
}

/** Numbers and names stand for the same; anything else stays as it is, for the schema to refuse. */
function toStatus(value: unknown): unknown {
  if (typeof value === 'number') return statuses[value] ?? value;
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function nameOfInput(path: string, { body }: RestRequest): string {
  return nameAsSent(body, path.replace(/^input\./, ''));
}
