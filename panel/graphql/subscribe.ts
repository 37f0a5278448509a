import { print } from '@0no-co/graphql.web';
import type { TadaDocumentNode } from 'gql.tada';
import { createClient } from 'graphql-sse';

const client = createClient({ url: '/graphql/stream', retryAttempts: Infinity });

/**
 * Hears what is told, for as long as the tab can be seen: browsers let few connections to one server be open at once.
 * What ends otherwise is begun again by the client; what the server refuses is not.
 *
 * @returns what ends it
 */
export function subscribe<Result, Variables extends Record<string, unknown>>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
  onNext: (result: Result) => void,
): () => void {
  let end: (() => void) | null = null;
  const query = print(document);
  const follow = () => {
    if (window.document.visibilityState === 'hidden') {
      end?.();
      end = null;
    } else
      end ??= client.subscribe<Result>(
        { query, variables },
        {
          next: ({ data }) => {
            if (data) onNext(data);
          },
          // The page stands without it, as it was loaded.
          error: () => undefined,
          complete: () => undefined,
        },
      );
  };
  follow();
  window.document.addEventListener('visibilitychange', follow);
  return () => {
    window.document.removeEventListener('visibilitychange', follow);
    end?.();
  };
}
