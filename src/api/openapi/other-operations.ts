import type { JsonSchema } from '../../json-schema';

/** An operation that no record makes: a page, bytes, GraphQL, or a path for those who run the server. */
export interface OtherOperation {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly summary: string;
  /** The content types of answers, by status. */
  readonly answers: Readonly<Record<number, readonly string[]>>;
  /** Members of the query, or of a form: an exclamation mark behind the name says that the member is required. */
  readonly query?: Readonly<Record<string, JsonSchema>>;
  readonly form?: Readonly<Record<string, JsonSchema>>;
  /** A JSON body. */
  readonly json?: JsonSchema;
  /** Anybody, a browser's session or an API token, the same or an access token, an operator or a program of the machine. */
  readonly for?: 'anybody' | 'session' | 'any viewer' | 'operator';
}

const html = ['text/html'];
const json = ['application/json'];
const anything = ['*/*'];
const text: JsonSchema = { type: 'string' };

const page = (path: string, summary: string): OtherOperation => ({
  ...{ method: 'get', path, summary },
  answers: { 200: html },
});

/** A page, and the form that it sends to its own path. */
const formPage = (
  path: string,
  summary: string,
  form: NonNullable<OtherOperation['form']>,
): readonly OtherOperation[] => [
  page(path, `${summary}: the page with its form.`),
  {
    ...{ method: 'post', path, summary: `${summary}: its form.` },
    ...{ form, answers: { 200: html, 303: [] } },
  },
];

const authorization: NonNullable<OtherOperation['query']> = {
  'client_id!': text,
  'redirect_uri!': text,
  'response_type!': { type: 'string', enum: ['code'] },
  scope: text,
  state: text,
  code_challenge: text,
  code_challenge_method: { type: 'string', enum: ['S256'] },
};

const pages: readonly OtherOperation[] = [
  {
    ...{ method: 'get', path: '/auth/authorize', for: 'session' },
    summary: 'Asks a person to let an application act for them (RFC 6749 §4.1.1).',
    query: {
      ...authorization,
      no_redirect: { ...text, description: 'Any text: the answer has the location.' },
    },
    answers: { 200: ['application/json', 'text/html'], 302: [] },
  },
  {
    ...{ method: 'post', path: '/auth/authorize', for: 'session' },
    summary: 'Takes the person’s decision from the page that asks for it.',
    form: {
      ...authorization,
      'form_token!': text,
      'decision!': { type: 'string', enum: ['approve', 'deny'] },
      otp: text,
    },
    answers: { 303: [] },
  },
  ...formPage('/auth/log-in', 'Logs a browser in', {
    ...{ email: text, password: text },
    otp: text,
  }),
  ...formPage('/auth/log-out', 'Logs a browser out', {}),
  ...formPage('/auth/forgotten-password', 'Sends a link for a new password', { 'email!': text }),
  ...formPage('/auth/register-account', 'Registers an account', {
    'email!': text,
    'password!': text,
  }),
  ...formPage('/auth/first-operator/:token', 'Makes the first operator by a link', {
    'email!': text,
    'password!': text,
  }),
  ...formPage('/auth/log-in-link/:token', 'Logs a browser in by a link', {}),
  ...formPage('/auth/reset-password/:token', 'Sets a new password', { 'password!': text }),
  ...formPage('/auth/confirm-email/:token', 'Confirms an email address', { password: text }),
  ...formPage('/auth/change-email/:token', 'Changes the email address', { password: text }),
  ...formPage('/auth/confirm-withdrawal/:token', 'Confirms a withdrawal', {}),
  ...formPage('/auth/unsubscribe/:token', 'Ends mails of a kind', {}),
];

const supply: readonly OtherOperation[] = [
  {
    ...page('/supply/why', 'Says who pays for an ad and why it is here.'),
    query: { 'e!': { ...text, description: 'The member `e` of the ad’s view URL.' } },
  },
  {
    ...{ method: 'post', path: '/supply/why', summary: 'Reports an ad from that page.' },
    query: { 'e!': text },
    form: {
      'reason!': {
        type: 'string',
        enum: ['misleading', 'offensive', 'malware', 'broken', 'other'],
      },
      comment: { type: 'string', maxLength: 500 },
    },
    answers: { 200: html },
  },
  {
    ...page('/supply/preview/:id', 'A placement’s embed code in test mode, for a frame.'),
    for: 'any viewer',
  },
  {
    ...{ method: 'get', path: '/serve/:name', summary: 'The bytes of a creative.' },
    query: { xdr: { ...text, description: 'Any text: the bytes come as base64 text.' } },
    answers: { 200: anything, 206: anything, 304: [] },
  },
  {
    ...{ method: 'get', path: '/upload-preview/:type/:id' },
    ...{ summary: 'The bytes of an upload that waits.', answers: { 200: anything, 304: [] } },
  },
  ...[
    '/tag/:file',
    '/tag/conversion/v1.js',
    '/main.js',
    '/supply/find.js',
    '/supply/cryptovoxels.js',
  ].map((path): OtherOperation => {
    const summary = 'The script that pages show ads with, and its files.';
    const types = ['text/javascript', 'application/json', 'text/plain'];
    return { method: 'get', path, summary, answers: { 200: types, 304: [] } };
  }),
];

const operation: JsonSchema = {
  type: 'object',
  required: ['query'],
  properties: {
    query: { type: 'string' },
    variables: { type: ['object', 'null'] },
    operationName: { type: ['string', 'null'] },
  },
};
const operationInQuery = { 'query!': text, variables: text, operationName: text };
const graphqlTypes = ['application/json', 'application/graphql-response+json'];
const events = ['text/event-stream'];

const graphql: readonly OtherOperation[] = [
  {
    ...{ method: 'post', path: '/graphql', for: 'any viewer', json: operation },
    summary: 'Everything of the server by GraphQL; files come in multipart requests.',
    answers: { 200: graphqlTypes },
  },
  {
    ...{ method: 'get', path: '/graphql', for: 'any viewer', query: operationInQuery },
    summary: 'A query of GraphQL; for browsers a console, where introspection is allowed.',
    answers: { 200: [...graphqlTypes, ...html] },
  },
  {
    ...{ method: 'post', path: '/graphql/stream', for: 'any viewer', json: operation },
    summary: 'An operation of GraphQL, subscriptions too, answered by server-sent events.',
    answers: { 200: events },
  },
  {
    ...{ method: 'get', path: '/graphql/stream', for: 'any viewer', query: operationInQuery },
    summary: 'A query or a subscription, answered by server-sent events.',
    answers: { 200: events },
  },
];

const answering = (
  path: string,
  summary: string,
  types: readonly string[],
  more: Partial<OtherOperation> = {},
): OtherOperation => ({ method: 'get', path, summary, answers: { 200: types }, ...more });

const ofServer: readonly OtherOperation[] = [
  answering('/health', 'Says that requests are welcome; 503 before and while stopping.', json, {
    answers: { 200: json, 503: json },
  }),
  answering('/health/live', 'Says that the process answers.', json),
  answering('/health/details', 'Says how each part of the server is.', json, { for: 'operator' }),
  answering('/metrics', 'Figures for Prometheus.', ['text/plain', 'application/openmetrics-text'], {
    for: 'operator',
  }),
  answering('/robots.txt', 'Asks crawlers to fetch nothing (RFC 9309).', ['text/plain']),
  answering('/openapi.json', 'This document.', json),
  page('/reference', 'This document for people.'),
  answering('/info.json', 'Tells other servers what this server is.', json),
  answering('/info', 'Tells other servers what this server is.', json),
  answering(
    '/adshares/inventory/list',
    'The campaigns for other servers, who sign the request.',
    json,
  ),
];

const panel: readonly OtherOperation[] = [
  answering('/', 'Says what the server is; who has a session is led to the panel.', html, {
    answers: { 200: ['text/html', 'application/json'], 303: [] },
  }),
  ...['/panel', '/panel/*path'].map((path) =>
    answering(path, 'The panel; without a session the way to the log-in page.', html, {
      answers: { 200: html, 303: [] },
    }),
  ),
  answering('/panel/assets/:name', 'A file of the panel.', anything),
  page('/demo', 'A publisher’s page, where the server has a demo.'),
  answering('/demo/config.json', 'The site of the demo.', json),
  page('/demo/market', 'How two servers trade, where the server is part of a market of the demo.'),
  answering('/demo/market.json', 'The trade of this server in it.', json),
  answering('/demo/cases/:caseId', 'The events of a case of the demo.', json),
  answering('/demo/:file', 'A file of the demo.', anything),
];

const ofPeers: readonly OtherOperation[] = [
  answering('/peer/view/:creative', 'Records a view on another server’s site.', anything),
  answering('/peer/click/:creative', 'Records a click on another server’s site.', [], {
    answers: { 200: [], 302: [] },
  }),
  answering('/peer/context/:token', 'The page of a case, which looks at the browser.', html),
  {
    ...{ method: 'post', path: '/peer/context/:token' },
    ...{ summary: 'Takes what that page has seen.', answers: { 200: json, 204: [] } },
  },
  ...['payment-details', 'payment-details-meta', 'boost-details'].map((name) =>
    answering(
      `/${name}/:transaction/:account/:date/:signature`,
      'Tells another server, who signs the path, what a payment to it is for.',
      json,
    ),
  ),
];

/** Every operation beside the records and the tables. */
export const otherOperations: readonly OtherOperation[] = [
  ...pages,
  ...supply,
  ...graphql,
  ...ofServer,
  ...ofPeers,
  ...panel,
];
