import { type Reply, send, type TestApp } from './app';

export interface UploadOptions {
  readonly type?: string;
  readonly medium?: string;
  readonly vendor?: string;
  readonly scope?: string;
  readonly filename?: string;
  /** MIME type that the client claims. */
  readonly mime?: string;
}

/** The form of an upload. */
export function aForm(content: Uint8Array | string, options: UploadOptions = {}): FormData {
  const { filename = 'file.bin', mime = 'application/octet-stream', ...given } = options;
  const form = new FormData();
  for (const [name, value] of Object.entries({ type: 'image', medium: 'web', ...given }))
    form.set(name, value);
  form.set('file', new Blob([Uint8Array.from(Buffer.from(content))], { type: mime }), filename);
  return form;
}

/** `POST /api/v2/campaigns/creative`. */
export function uploadFile(
  app: TestApp,
  token: string,
  content: Uint8Array | string,
  options: UploadOptions = {},
): Promise<Reply> {
  return sendForm(app, token, aForm(content, options));
}

export function sendForm(app: TestApp, token: string, form: FormData): Promise<Reply> {
  return send(`${app.url}/api/v2/campaigns/creative`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
}

/** The createUpload mutation as the form of a GraphQL multipart request. */
export function graphqlForm(content: Uint8Array | string, options: UploadOptions = {}): FormData {
  const { filename = 'file.bin', mime = 'application/octet-stream', ...given } = options;
  const form = new FormData();
  form.set(
    'operations',
    JSON.stringify({
      query:
        'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { id url type mime scope byteLength expiresAt } }',
      variables: { input: { type: 'image', medium: 'web', ...given, file: null } },
    }),
  );
  form.set('map', JSON.stringify({ 0: ['variables.input.file'] }));
  form.set('0', new Blob([Uint8Array.from(Buffer.from(content))], { type: mime }), filename);
  return form;
}

/** Sends `graphqlForm`. */
export function uploadByGraphql(
  app: TestApp,
  token: string,
  content: Uint8Array | string,
  { headers = {}, ...options }: UploadOptions & { readonly headers?: Record<string, string> } = {},
): Promise<Reply> {
  return send(`${app.url}/graphql`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Apollo-Require-Preflight': 'true',
      ...headers,
    },
    body: graphqlForm(content, options),
  });
}
