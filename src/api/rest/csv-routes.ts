import type { RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import type { RequestContext } from '../context';
import { allowOrigin, answerOtherMethods } from '../../http/cross-origin';
import { type CsvTable, sendCsv } from '../../http/csv';
import type { JsonSchema } from '../../json-schema';
import { type AccessRule, assertAllowed, requireViewer } from '../../identity/access/access-rule';
import { createSlots, type Slots } from '../../platform/limits/slots';
import type { RouteEnvironment } from './compiled-routes';
import { ExpressRequest } from './rest-request';
import type { RestRequest } from './route';

/** A path that is a table for spreadsheets. Its rows are too many for GraphQL: it asks a service itself. */
export interface CsvRoute {
  readonly method: 'get';
  readonly path: string;
  /** A record's path where whoever accepts CSV rather than JSON gets this table. */
  readonly alsoAt?: string;
  readonly summary: string;
  /** The members that its query may have, each with its meaning. */
  readonly query: Readonly<Record<string, string>>;
  /** The values of members of path and query that are not any text. */
  readonly takes?: Readonly<Record<string, JsonSchema>>;
  /** Checked before anything else. */
  readonly access: readonly AccessRule[];
  /** Where a link of our own pages saves the table as a file. Default: the session’s cookie is not read. */
  readonly sessionCookie?: 'ofOurPages';
  /** @throws {AppError} for what the request asks wrongly, or what is not its viewer's. */
  readonly read: (ctx: RequestContext, request: RestRequest) => Promise<CsvTable>;
}

type CsvEnvironment = Omit<RouteEnvironment, 'schema' | 'readForm'> & { readonly log: Logger };

/** Tables that are read at once: each takes time of this process as long as somebody reads it. */
const most = { ofGateway: 16, ofAccount: 2 } as const;

/** Tables ready for requests. */
export interface CompiledCsvRoutes {
  /** Adds tables at paths of records, for who accepts CSV rather than JSON: before the records. */
  addWhereAccepted(router: Pick<Router, 'get'>): void;
  /** Adds GET and HEAD of tables to the given router itself, behind the records: a table's `:id` would take their names. */
  addTo(router: Pick<Router, 'get' | 'all'>): void;
}

export function compileCsvRoutes(
  csvRoutes: readonly CsvRoute[],
  env: CsvEnvironment,
): CompiledCsvRoutes {
  const slots = createSlots({ ...most, noun: 'tables', retryAfterSeconds: 5 });
  const compiled = csvRoutes.map((route) => ({
    ...route,
    handler: createHandler(route, slots, env),
  }));
  return {
    addWhereAccepted(router) {
      for (const { alsoAt, handler } of compiled)
        if (alsoAt !== undefined) router.get(alsoAt, whereCsvIsAccepted(handler));
    },
    addTo(router) {
      for (const { path, handler } of compiled) {
        router.get(path, handler);
        router.all(path, answerOtherMethods(['GET', 'HEAD'], { crossOrigin: 'listed', ...env }));
      }
    },
  };
}

function whereCsvIsAccepted(handler: RequestHandler): RequestHandler {
  return (req, res, next) => {
    if (req.accepts(['application/json', 'text/csv']) === 'text/csv') void handler(req, res, next);
    else next();
  };
}

function createHandler(
  { path, alsoAt, access, sessionCookie, read }: CsvRoute,
  slots: Slots,
  env: CsvEnvironment,
): RequestHandler {
  const meter = env.metrics.watchRoute('GET', path);
  return async (req, res) => {
    const startedAt = performance.now();
    let giveBack = () => {};
    try {
      allowOrigin(req, res, 'listed', env.allowedOrigins);
      if (alsoAt !== undefined) res.vary('Accept');
      const ctx = await env.createContext(req, res, { ...(sessionCookie && { sessionCookie }) });
      assertAllowed(ctx, access);
      giveBack = slots.take(requireViewer(ctx).account.id);
      const table = await env.inTime(read(ctx, new ExpressRequest(req, {}, env.publicUrl)));
      await sendCsv(res, table);
    } catch (error) {
      if (!res.headersSent) env.writeError(error, req, res);
      else
        env.log.error(
          { err: error, path, requestId: res.getHeader('X-Request-Id') },
          'a table broke off',
        );
    } finally {
      giveBack();
    }
    meter.end(res.statusCode, startedAt);
  };
}
