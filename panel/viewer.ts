import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from './graphql/graphql';
import { request } from './graphql/request';

const document = graphql(`
  query Viewer {
    viewer {
      id
      email
      name
      company
      showsCompany
      language
      emailConfirmedAt
      roles
      funds
      creditLimit
      earnings
      payoutAddress
    }
    acting {
      operatorEmail
      endsAt
    }
  }
`);

type Answer = ResultOf<typeof document>;

/** The account that the pages are of, and the operator who acts for it, if one does. */
export type Viewer = Answer['viewer'] & { readonly acting: NonNullable<Answer['acting']> | null };

export const viewerQuery = queryOptions({
  queryKey: ['viewer'],
  queryFn: async ({ signal }): Promise<Viewer> => {
    const { viewer, acting } = await request(document, {}, signal);
    return { ...viewer, acting: acting ?? null };
  },
});

/** The account that is logged in; everything under the shell has one. */
export function useViewer(): Viewer {
  return useSuspenseQuery(viewerQuery).data;
}
