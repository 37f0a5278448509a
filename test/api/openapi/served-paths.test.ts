import { beforeAll, expect, it } from '@jest/globals';
import { createApp } from '../../../src/assembly/app';
import { createOpenApi } from '../../../src/api/openapi/document';
import { otherOperations } from '../../../src/api/openapi/other-operations';
import { csvRoutes, routes } from '../../../src/api/rest/index';
import { createSchema } from '../../../src/api/graphql/schema';
import { startVerifier } from '../../support/verification';

/** The stored form of a route of express, or of a router with routes. */
interface Layer {
  readonly route?: {
    readonly path: string | readonly string[];
    readonly methods: Readonly<Record<string, boolean>>;
  };
  readonly handle: { readonly stack?: readonly Layer[] };
}

function operationsOf({ route, handle }: Layer): readonly string[] {
  if (!route) return (handle.stack ?? []).flatMap(operationsOf);
  const methods = Object.keys(route.methods).filter((name) => !['_all', 'head'].includes(name));
  // `all` on express itself: it refuses methods that the path does not have.
  if (methods.length > 10) return [];
  return [route.path].flat().flatMap((path) => methods.map((method) => `${method} ${path}`));
}

/** Routers without routes: they take every method themselves. test/api/graphql asks them by both. */
const ofGraphql = ['/graphql', '/graphql/stream'].flatMap((path) => [
  `get ${path}`,
  `post ${path}`,
]);

let served: readonly string[];
let documented: readonly string[];
beforeAll(async () => {
  const { ctx } = await startVerifier({ env: { ADGATE_DEMO: '1' } });
  const app = await createApp(ctx);
  // It is express itself.
  const { router } = app.listener as unknown as { readonly router: { stack: readonly Layer[] } };
  served = [...router.stack.flatMap(operationsOf), ...ofGraphql];
  const { paths } = createOpenApi(routes, {
    ...{ tables: csvRoutes, others: otherOperations, schema: createSchema() },
    publicUrl: 'http://127.0.0.1:1',
  });
  documented = Object.entries(paths as Readonly<Record<string, object>>).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  await app.close();
});

const toDocumented = (operation: string) => operation.replaceAll(/[:*](\w+)/g, '{$1}');

it('has every operation that is served', () => {
  const missing = served.filter((operation) => !documented.includes(toDocumented(operation)));
  expect(missing).toEqual([]);
});

it('has no operation that is not served', () => {
  const known = new Set(served.map(toDocumented));
  expect(documented.filter((operation) => !known.has(operation))).toEqual([]);
});
