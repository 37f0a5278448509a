import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { language } from '../texts/texts';

const tokensDocument = graphql(`
  query Tokens($language: Language!) {
    scopes {
      name
      description(language: $language)
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
  queryFn: ({ signal }) => request(tokensDocument, { language }, signal),
});
