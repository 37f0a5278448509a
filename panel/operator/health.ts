import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';

const healthDocument = graphql(`
  query GatewayHealth {
    gatewayHealth {
      problems
      status
      at
      uptimeSeconds
      memoryBytes
      isDatabaseUp
      isDiskFull
      freeBytes
      pendingEvents
      journalBytes
      creatives
      changesKnownUntil
      rateFreshUntil
      verdictsDueSince
      settles
      ledgerAddress
      ledgerBalance
      jobs {
        name
        failing
      }
    }
  }
`);

export type Health = ResultOf<typeof healthDocument>['gatewayHealth'];

export const healthQuery = queryOptions({
  queryKey: ['gateway-health'],
  queryFn: async ({ signal }) => (await request(healthDocument, {}, signal)).gatewayHealth,
  refetchInterval: 5_000,
  // The next look comes soon enough, and what is wrong shall be seen at once.
  retry: false,
});
