import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';

const userDocument = graphql(`
  query User($id: String!) {
    account(name: $id) {
      id
      email
      emailConfirmedAt
      roles
      suspendedReason
      payoutAddress
      provenAddresses
      mergedIntoId
      funds
      earnings
      creditLimit
      createdAt
    }
  }
`);

export type User = ResultOf<typeof userDocument>['account'];

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', id],
    queryFn: async ({ signal }) => (await request(userDocument, { id }, signal)).account,
  });
