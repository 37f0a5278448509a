import { type ExecutionResult, getOperationAST, OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-sse';
import { setNonce } from 'get-nonce';
import { GraphiQL } from 'graphiql';
import 'graphiql/style.css';
import { createRoot } from 'react-dom/client';
import './console.css';

const firstQuery = `# Asked as whom you are logged in here.
# As somebody else, in "Headers" below:
# { "Authorization": "Bearer <token>" }

{
  viewer {
    email
    roles
  }
}
`;

type Fetcher = Parameters<typeof GraphiQL>[0]['fetcher'];
type FetcherOptions = Parameters<Fetcher>[1];

/** Subscriptions go on in an answer of their own. @see docs/http-api.md "Live figures" */
function isSubscription({ documentAST }: FetcherOptions = {}, operationName?: string | null) {
  return documentAST
    ? getOperationAST(documentAST, operationName)?.operation === OperationTypeNode.SUBSCRIPTION
    : false;
}

const fetcher: Fetcher = async ({ operationName, ...params }, options) => {
  const asked = { ...params, ...(operationName != null && { operationName }) };
  if (isSubscription(options, operationName)) {
    const client = createClient({ url: '/graphql/stream', headers: options?.headers ?? {} });
    return client.iterate(asked);
  }
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: {
      ...options?.headers,
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json, application/json',
    },
    body: JSON.stringify(asked),
  });
  // The console shows whatever it is.
  return (await answer.json()) as ExecutionResult;
};

// Dialogs bring a style of their own.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
const root = document.getElementById('console');
if (!nonce || !root) throw new Error('the page lacks its nonce or its root');
setNonce(nonce.nonce);

createRoot(root).render(
  <GraphiQL fetcher={fetcher} defaultQuery={firstQuery} shouldPersistHeaders={false} />,
);

// A file without exports would be CommonJS by `package.json`, and all that it imports be wrapped and in one file.
export {};
