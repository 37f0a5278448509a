import type { Route } from './route';

const document = {
  method: 'get',
  variables: () => ({}),
  crossOrigin: 'public',
  headers: () => ({ 'Cache-Control': 'public, max-age=300' }),
} as const satisfies Partial<Route>;

const withSecret = ['client_secret_basic', 'client_secret_post'] as const;

interface ServerData {
  readonly server: {
    readonly issuer: string;
    readonly scopes: readonly string[];
    readonly grantTypes: readonly string[];
  };
}

/** `/.well-known`: what clients and resource servers read before they begin. @see RFC 8414 §3, RFC 8615 */
export const wellKnownRoutes: readonly Route[] = [
  {
    ...document,
    path: '/.well-known/oauth-authorization-server',
    operation: 'query Metadata { server: authorizationServer { issuer scopes grantTypes } }',
    body: ({ server: { issuer, scopes, grantTypes } }: ServerData) => ({
      issuer,
      authorization_endpoint: `${issuer}/auth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      introspection_endpoint: `${issuer}/oauth/introspect`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      scopes_supported: scopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: grantTypes,
      token_endpoint_auth_methods_supported: [...withSecret, 'none'],
      revocation_endpoint_auth_methods_supported: [...withSecret, 'none'],
      introspection_endpoint_auth_methods_supported: withSecret,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }),
  },
  {
    ...document,
    path: '/.well-known/jwks.json',
    operation: 'query Jwks { keys: verificationKeys { kty crv x y n e kid alg use } }',
    // Members that a kind of key does not have are left out, not null.
    body: ({ keys }: { readonly keys: readonly Readonly<Record<string, unknown>>[] }) => ({
      keys: keys.map((key) =>
        Object.fromEntries(Object.entries(key).filter(([, value]) => value !== null)),
      ),
    }),
  },
];
