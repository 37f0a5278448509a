import { QueryClient } from '@tanstack/react-query';
import { RequestError } from './graphql/request';

/** What passes by itself: the network comes back, a busy server gets through its work. */
const passing: ReadonlySet<string> = new Set(['NETWORK', 'SERVICE_UNAVAILABLE']);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // They ask this server, which may be there while the network is not.
      networkMode: 'always',
      retry: (count, error) =>
        count < 3 && error instanceof RequestError && passing.has(error.code),
    },
    mutations: { networkMode: 'always' },
  },
});
