import type { ExecutionResult } from 'graphql';
import { setNonce } from 'get-nonce';
import { GraphiQL } from 'graphiql';
import 'graphiql/style.css';
import { createRoot } from 'react-dom/client';
import './console.css';

const firstQuery = `# Queries and mutations of this server, as whom you are logged in here.
# As somebody else: { "Authorization": "Bearer <token>" } in "Headers" below.

{
  viewer {
    email
    roles
  }
}
`;

type Fetcher = Parameters<typeof GraphiQL>[0]['fetcher'];

const fetcher: Fetcher = async (params, options) => {
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: {
      ...options?.headers,
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json, application/json',
    },
    body: JSON.stringify(params),
  });
  // The console shows whatever it is.
  return (await answer.json()) as ExecutionResult;
};

// Dialogs bring a style of their own.
setNonce(document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')!.nonce);

createRoot(document.getElementById('console')!).render(
  <GraphiQL fetcher={fetcher} defaultQuery={firstQuery} shouldPersistHeaders={false} />,
);
