import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';

const payoutDocument = graphql(`
  query Payout {
    viewer {
      payoutAddress
      payoutAddressChangedAt
      emailChangedAt
      secondFactorResetAt
      provenAddresses
      depositAddress
    }
    addressClaims {
      address
      code
      expiresAt
      provenAt
    }
  }
`);

/** Where a person's earnings go, and which addresses are shown to be the person's. */
export type Payout = ResultOf<typeof payoutDocument>;

export const payoutQuery = queryOptions({
  queryKey: ['payout'],
  queryFn: ({ signal }) => request(payoutDocument, {}, signal),
});
