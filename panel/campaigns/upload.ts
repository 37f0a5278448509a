import { print } from '@0no-co/graphql.web';
import { graphql, type ResultOf } from '../graphql/graphql';
import { readAnswer, RequestError } from '../graphql/request';
import { t } from '../texts/texts';
import type { Format } from './taxonomy';

const uploadDocument = graphql(`
  mutation UploadCreative($input: CreateUploadInput!) {
    createUpload(input: $input) {
      id
      type
      scope
      mime
      url
    }
  }
`);

export type Uploaded = ResultOf<typeof uploadDocument>['createUpload'];

export interface UploadParams {
  /** Null for the landing page, shown as a pop-up. */
  readonly file: File | null;
  readonly type: Format['type'];
  /** Where the content does not tell it. */
  readonly scope: string | null;
  readonly medium: string;
  readonly vendor: string | null;
}

/**
 * Sends a file for a creative. By the older interface, as `fetch` says nothing of what it has sent.
 *
 * @param onProgress gets the part sent so far, 0 to 1
 * @throws {RequestError}
 * @see GraphQL multipart request specification
 */
export async function uploadCreative(
  { file, ...input }: UploadParams,
  onProgress: (part: number) => void,
): Promise<Uploaded> {
  const variables = { input: { ...input, file: null } };
  const form = new FormData();
  form.append('operations', JSON.stringify({ query: print(uploadDocument), variables }));
  form.append('map', JSON.stringify(file ? { 0: ['variables.input.file'] } : {}));
  if (file) form.append('0', file);
  const answer = await post(form, onProgress);
  return readAnswer(uploadDocument, answer).createUpload;
}

function post(form: FormData, onProgress: (part: number) => void): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const sending = new XMLHttpRequest();
  sending.upload.addEventListener('progress', ({ loaded, total }) => {
    onProgress(total > 0 ? loaded / total : 0);
  });
  sending.addEventListener('load', () => {
    try {
      resolve(JSON.parse(sending.responseText));
    } catch {
      reject(new RequestError('NETWORK', t('common.badAnswer')));
    }
  });
  sending.addEventListener('error', () => {
    reject(new RequestError('NETWORK', t('campaigns.theFileHasNotArrived')));
  });
  sending.open('POST', '/graphql');
  // Forms of other sites cannot set it.
  sending.setRequestHeader('Apollo-Require-Preflight', 'true');
  sending.send(form);
  return promise;
}
