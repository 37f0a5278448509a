import { Readable } from 'node:stream';
import { creativeResource } from '../../demand/creatives/creative.resource';
import { toDashed } from '../../id';
import { invalid } from '../../errors';
import {
  type ListData,
  locationIn,
  nameOfPageMember,
  pageFields,
  toEnvelope,
  toPageVariables,
} from './list';
import {
  type Member,
  membersOf,
  membersOfResource,
  nameOfInput,
  readMember,
  readOnly,
  selectionOf,
  toInput,
  toInputOfBody,
  wordsOf,
} from './members';
import type { FormFile } from '../../http/unnamed-files';
import type { RestRequest, Route } from './route';

/** A creative as an operation that selects `creativeMembers` answers it. */
export interface CreativeData {
  readonly id: string;
  readonly status: string;
}

/** Creative statuses of the REST API: the number of one is its place. */
const statuses = ['draft', 'inactive', 'active', 'rejected'];

/** Members that REST names otherwise, or leaves out. @see docs/interface.md "Creative (campaign management)" */
export const creativeMembers = membersOfResource(creativeResource, [
  { wire: 'id', says: 'A UUID with dashes.' },
  {
    wire: 'status',
    read: toStatus,
    says: '0: draft, 1: inactive, 2: active, 3: rejected. Only an active one is served.',
  },
  { wire: 'dateStart', field: 'startsAt' },
  { wire: 'dateEnd', field: 'endsAt' },
  { wire: 'campaignId', in: [] },
  { wire: 'byteLength', in: [] },
  { wire: 'fileId', in: ['create'] },
  {
    wire: 'rotation',
    in: ['answer'],
    says: 'How often it is shown where its campaign’s creatives take turns, and why: `share`, `rate`, `leastRate`, `mostRate`. Null: it is not for sale now, or competes for itself.',
    members: readOnly('share', 'rate', 'leastRate', 'mostRate'),
  },
  ...readOnly('url'),
  { wire: 'cdnUrl', in: [], says: 'Null: there is no other copy.' },
]);
const fields = selectionOf(creativeMembers);

const uploadMembers: readonly Member[] = [
  ...readOnly('id', 'url'),
  { wire: 'medium', in: ['create'] },
  { wire: 'vendor', in: ['create'] },
  { wire: 'type', in: ['create'] },
  { wire: 'scope', in: ['create'] },
];

/** A creative as existing clients know it. */
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

const common = {
  accepts: 'accessToken',
  crossOrigin: 'listed',
  says: wordsOf(creativeMembers, 'data'),
} as const;

const edit = {
  ...common,
  path: itemPath,
  operation: `mutation EditCreative($campaignId: ID!, $id: ID!, $input: UpdateCreativeInput!) {
    creative: updateCreative(campaignId: $campaignId, id: $id, input: $input) { ${fields} }
  }`,
  variables: ({ params, body }: RestRequest) => ({
    ...params,
    input: toInputOfBody(creativeMembers, 'update', body),
  }),
  nameOf: nameOfInput(creativeMembers),
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
      data: createUpload(input: $input) { ${selectionOf(uploadMembers)} }
    }`,
    variables: ({ body }) => ({
      input: { file: fileOf(body), ...toInput(uploadMembers, 'create', membersOf(body)) },
    }),
    nameOf: nameOfInput(uploadMembers),
  },
  {
    ...common,
    method: 'get',
    path: listPath,
    operation: `query Creatives($campaignId: ID!, $first: PositiveInt, $after: String, $page: PositiveInt) {
      list: creatives(campaignId: $campaignId, first: $first, after: $after, page: $page) {
        nodes { ${fields} } ${pageFields}
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
      creative(campaignId: $campaignId, id: $id) { ${fields} }
    }`,
    variables: ({ params }) => params,
    body: toItem,
  },
  {
    ...common,
    method: 'post',
    path: listPath,
    operation: `mutation AddCreative($campaignId: ID!, $input: CreateCreativeInput!) {
      creative: createCreative(campaignId: $campaignId, input: $input) { ${fields} }
    }`,
    variables: ({ params, body }) => ({
      ...params,
      input: toInputOfBody(creativeMembers, 'create', body),
    }),
    nameOf: nameOfInput(creativeMembers),
    headers: ({ creative }: { readonly creative: CreativeData }, { url }) => ({
      Location: locationIn(url, creative.id),
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

/** The file of a form. A link may come as a text of that name. @throws {AppError} `VALIDATION_FAILED` for a link without one. */
function fileOf(body: unknown): unknown {
  const { file } = membersOf(body);
  if (readMember(membersOf(body), 'type') !== 'direct') return file;
  if (file === undefined || file === '') throw invalid({ file: ['is required'] });
  return typeof file === 'string' ? toTextFile(file) : file;
}

function toItem({ creative }: { readonly creative: CreativeData }): unknown {
  return { data: toCreativeBody(creative) };
}

/** Numbers and names stand for the same; anything else stays as it is, for the schema to refuse. */
function toStatus(value: unknown): unknown {
  if (typeof value === 'number') return statuses[value] ?? value;
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** The text of a form's field in the shape of a file. Files come as promises. */
function toTextFile(text: string): Promise<Pick<FormFile, 'createReadStream'>> {
  return Promise.resolve({ createReadStream: () => Readable.from([Buffer.from(text)]) });
}
