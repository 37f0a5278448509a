import type { IncomingMessage } from 'node:http';
import Upload from 'graphql-upload/Upload.mjs';
import { AppError } from '../../errors';
import { type Form, type FormLimits, maxOtherBytes } from '../../http/multipart';
import type { WithViewer } from '../../identity/access/viewer';
import { isRecord } from '../../record';
import { assertMayRun } from './access-rules';

export const formLimits: FormLimits = { fileField: null, maxFieldBytes: maxOtherBytes };

/**
 * To be asked before anything of a form is read.
 *
 * @throws {AppError} `BAD_REQUEST` for a request that a form of any page could send, `UNAUTHENTICATED` or `FORBIDDEN` for
 * who may not upload.
 */
export function assertMayUpload({ headers }: IncomingMessage, context: WithViewer): void {
  if (!headers['apollo-require-preflight'] && !headers['x-apollo-operation-name'])
    throw new AppError(
      'BAD_REQUEST',
      'a multipart request needs a header Apollo-Require-Preflight',
    );
  assertMayRun(context, [['campaign.write']]);
}

/**
 * The operation of a form, its file where the form's map says that it goes. `processRequest` of graphql-upload does the
 * same, but it leaves its files in the system's temporary folder, also when the process is killed.
 *
 * @throws {AppError} `BAD_REQUEST` when it is not such a form, or lacks a file of its map.
 * @see GraphQL multipart request specification
 */
export function parseOperation({ fields, file }: Form): Readonly<Record<string, unknown>> {
  const operation = readObject(fields, 'operations');
  for (const [name, paths] of Object.entries(readObject(fields, 'map'))) {
    if (name !== file?.field) throw malformed(`the file ${JSON.stringify(name)} is missing`);
    if (!Array.isArray(paths)) throw malformed('map must name lists of paths');
    const upload = new Upload();
    upload.resolve({ ...file, encoding: '7bit' });
    for (const path of paths) putAt(operation, path, upload);
  }
  return operation;
}

function readObject(
  fields: Form['fields'],
  name: 'operations' | 'map',
): Readonly<Record<string, unknown>> {
  const object = parseJson(fields[name]);
  if (!isRecord(object)) throw malformed(`${name} must be one JSON object`);
  return object;
}

function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** Puts a file in the place of a null, such as `variables.input.file`. */
function putAt(operation: Readonly<Record<string, unknown>>, path: unknown, upload: Upload): void {
  const names = typeof path === 'string' ? path.split('.') : [];
  const last = names.pop();
  let holder: unknown = operation;
  for (const name of names) holder = isHolder(holder, name) ? holder[name] : null;
  if (last === undefined || !isHolder(holder, last) || holder[last] !== null)
    throw malformed('map must lead to members of operations that are null');
  holder[last] = upload;
}

function isHolder(value: unknown, name: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}

function malformed(problem: string): AppError {
  return new AppError('BAD_REQUEST', `the multipart request is malformed: ${problem}`);
}
