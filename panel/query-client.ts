import { QueryClient } from '@tanstack/react-query';
import { passing, RequestError } from './graphql/request';

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
