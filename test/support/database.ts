import { randomBytes } from 'node:crypto';

/** True where tests run on the embedded server, not on a real MongoDB. */
export const isEmbedded = process.env['MONGODB_TEST_IS_EMBEDDED'] === 'yes';

/**
 * The URI of a new, empty database on the server that the test run shares. Nobody else gets it, and
 * it is dropped when the run ends.
 */
export function freshDatabase(): Promise<string> {
  const uri = new URL(process.env['MONGODB_TEST_URI']!);
  uri.pathname = `/${process.env['MONGODB_TEST_PREFIX']!}${randomBytes(8).toString('hex')}`;
  return Promise.resolve(uri.href);
}
