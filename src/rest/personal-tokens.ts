import { isRecord } from '../validation';
import type { Route } from './route';

const fields = /* GraphQL */ `
  id userId: accountId name scopes createdAt updatedAt expiresAt lastUsedAt
`;

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

/** `/auth/personal-access-tokens` and what belongs to it. @see contract 3, reference facts 4.7 */
export const personalTokenRoutes: readonly Route[] = [
  {
    ...own,
    method: 'get',
    path: '/auth/scopes',
    operation: 'query Scopes { viewer { id } scopes { id: name description } }',
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
    operation: `mutation CreatePersonalAccessToken($input: CreatePersonalAccessTokenInput!) {
      created: createPersonalAccessToken(input: $input) { accessToken token { ${fields} } }
    }`,
    variables: ({ body }) => ({ input: toInput(body) }),
    nameOf: (path) => path.replace(/^input\.?/, ''),
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
    send(response) {
      response.statusCode = 204;
      response.end();
    },
  },
  {
    method: 'delete',
    path: '/auth/tokens/:id',
    accepts: 'accessToken',
    crossOrigin: 'listed',
    operation: 'mutation RevokeOwnToken($id: ID!) { done: revokeOwnToken(id: $id) }',
    variables: ({ params }) => ({ id: params['id'] }),
    send(response) {
      response.statusCode = 204;
      response.end();
    },
  },
];

interface CreatedData {
  readonly created: { readonly accessToken: string; readonly token: TokenBody };
}

function toInput(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const { name, scopes, expiresAt, expires_at: expiresAtToo } = body;
  return { name, scopes: scopes ?? [], expiresAt: expiresAt ?? expiresAtToo };
}
