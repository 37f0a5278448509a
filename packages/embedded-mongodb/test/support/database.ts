import { randomBytes } from 'node:crypto';

/** The URI of a new, empty database on the server under test. Nobody else gets it. */
export function freshDatabase(): Promise<string> {
  const uri = new URL(process.env['MONGODB_TEST_URI']!);
  const prefix = process.env['MONGODB_TEST_PREFIX'] ?? 'test_';
  uri.pathname = `/${prefix}${randomBytes(8).toString('hex')}`;
  return Promise.resolve(uri.href);
}
