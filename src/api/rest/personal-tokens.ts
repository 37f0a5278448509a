import { sendNoContent } from '../../http/answer';
import {
  type Member,
  nameOfInput,
  readAsIs,
  readOnly,
  selectionOf,
  toInputOfBody,
} from './members';
import type { Route } from './route';

const members: readonly Member[] = [
  ...readOnly('id'),
  { wire: 'userId', field: 'accountId', in: ['answer'] },
  { wire: 'name' },
  { wire: 'scopes', read: (scopes) => scopes ?? [] },
  ...readOnly('createdAt', 'updatedAt'),
  { wire: 'expiresAt' },
  ...readOnly('lastUsedAt'),
];
const fields = selectionOf(members);

interface TokenBody extends Readonly<Record<string, unknown>> {
  readonly name: string;
}

/** Existing clients read these members too. */
const toBody = (token: TokenBody) => ({
  ...token,
  clientId: 'personal-access',
  revoked: false,
  client: { id: 'personal-access', name: 'Personal access tokens' },
});

const own = { accepts: 'apiToken', crossOrigin: 'listed' } as const;

/** `/auth/personal-access-tokens` and what belongs to it. @see docs/contract.md §3, docs/reference-clients.md §4.7 */
export const personalTokenRoutes: readonly Route[] = [
  {
    ...own,
    method: 'get',
    path: '/auth/scopes',
    access: [],
    operation: 'query Scopes { scopes { id: name description } }',
    variables: () => ({}),
    body: ({ scopes }: { readonly scopes: unknown }) => scopes,
  },
  {
    ...own,
    method: 'get',
    path: '/auth/personal-access-tokens',
    operation: `query PersonalAccessTokens { tokens: personalAccessTokens { ${fields} } }`,
    variables: () => ({}),
    body: ({ tokens }: { readonly tokens: readonly TokenBody[] }) => tokens.map(toBody),
  },
  {
    ...own,
    method: 'post',
    path: '/auth/personal-access-tokens',
    example: { name: 'campaigns', scopes: ['campaign.read', 'campaign.write'] },
    operation: `mutation CreatePersonalAccessToken($input: CreatePersonalAccessTokenInput!) {
      created: createPersonalAccessToken(input: $input) { accessToken token { ${fields} } }
    }`,
    variables: ({ body }) => ({
      input: toInputOfBody(members, 'create', body, readAsIs),
    }),
    takes: { scopes: { type: ['array', 'null'] } },
    nameOf: nameOfInput(members),
    headers: () => ({ 'Cache-Control': 'no-store' }),
    body: ({ created: { accessToken, token } }: CreatedData) => ({
      accessToken,
      token: toBody(token),
    }),
  },
  {
    ...own,
    method: 'delete',
    path: '/auth/personal-access-tokens/:id',
    operation:
      'mutation RevokePersonalAccessToken($id: ID!) { done: revokePersonalAccessToken(id: $id) }',
    variables: ({ params }) => ({ id: params['id'] }),
    send: sendNoContent,
  },
  {
    method: 'delete',
    path: '/auth/tokens/:id',
    accepts: 'accessToken',
    crossOrigin: 'listed',
    operation: 'mutation RevokeOwnToken($id: ID!) { done: revokeOwnToken(id: $id) }',
    variables: ({ params }) => ({ id: params['id'] }),
    send: sendNoContent,
  },
];

interface CreatedData {
  readonly created: { readonly accessToken: string; readonly token: TokenBody };
}
