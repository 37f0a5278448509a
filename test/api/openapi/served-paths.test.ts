import { beforeAll, expect, it } from '@jest/globals';
import { createApp } from '../../../src/assembly/app';
import { pages } from '../../../src/api/pages/index';
import { createOpenApi } from '../../../src/api/openapi/document';
import { csvRoutes, routes } from '../../../src/api/rest/index';
import { createSchema } from '../../../src/api/graphql/schema';
import { startVerifier } from '../../support/verification';

/**
 * Paths that are served and not in `/openapi.json`, which is for programs that use the server: pages are for people,
 * bytes are no JSON, and health and metrics are for supervisors, in forms that these know. docs/interface.md has them.
 */
const others: Readonly<Record<string, readonly string[]>> = {
  'pages of the panel, the demo and the tag': [
    ...['/', '/panel', '/panel/*path', '/panel/assets/:name', '/reference', '/openapi.json'],
    ...['/demo', '/demo/config.json', '/demo/cases/:caseId', '/demo/:file'],
    ...['/tag/:file', '/main.js', '/supply/find.js'],
  ],
  'pages with forms': [...new Set(pages.map(({ path }) => path))],
  'bytes of creatives': ['/serve/:name', '/upload-preview/:type/:id'],
  'for other servers of the network': ['/info.json', '/info', '/adshares/inventory/list'],
  'for crawlers': ['/robots.txt'],
  'for who runs the server': ['/health', '/health/live', '/health/details', '/metrics'],
};

/** The stored form of a route of express, or of a router with routes. */
interface Layer {
  readonly route?: { readonly path: string | readonly string[] };
  readonly handle: { readonly stack?: readonly Layer[] };
}

const pathsOf = ({ route, handle }: Layer): readonly string[] =>
  route ? [route.path].flat() : (handle.stack ?? []).flatMap(pathsOf);

let served: readonly string[];
let documented: readonly string[];
beforeAll(async () => {
  const { ctx } = await startVerifier({ env: { ADGATE_DEMO: '1' } });
  const app = await createApp(ctx);
  // It is express itself.
  const { router } = app.listener as unknown as { readonly router: { stack: readonly Layer[] } };
  served = [...new Set(router.stack.flatMap(pathsOf))];
  const { paths } = createOpenApi(routes, {
    ...{ tables: csvRoutes, schema: createSchema() },
    publicUrl: 'http://127.0.0.1:1',
  });
  documented = Object.keys(paths as object).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
  await app.close();
});

it('every path that is served is in the document, or in the list of others', () => {
  const known = new Set([...documented, ...Object.values(others).flat()]);
  expect(served.filter((path) => !known.has(path))).toEqual([]);
  expect(documented.filter((path) => !served.includes(path))).toEqual([]);
});

it('the list of others has no path that is not served, or that is documented', () => {
  const listed = Object.values(others).flat();
  expect(listed.filter((path) => !served.includes(path))).toEqual([]);
});
