import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';

const tokensDocument = graphql(`
  query Tokens {
    scopes {
      name
      description
    }
    personalAccessTokens {
      id
      name
      scopes
      createdAt
      expiresAt
      lastUsedAt
    }
  }
`);

export type Tokens = ResultOf<typeof tokensDocument>;
export type Token = Tokens['personalAccessTokens'][number];

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => request(tokensDocument, {}, signal),
});
