import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import type { Request, RequestHandler, Router } from 'express';
import type { RequestContext } from '../context';
import { AppError } from '../../errors';
import { isJsonType } from '../../http/body';
import { type FormReader, isMultipart } from '../../http/multipart';
import type { InTime } from '../../http/in-time';
import type { ContextMaker } from '../request-context';
import { assertMayUpload, formLimits, parseOperation } from './multipart';
import { createOperationRouter } from './operation-router';
import { assertModest } from './request-size';

const answerTypes = ['application/json', 'application/graphql-response+json', 'text/html'];

/** Says that a request reads: a browser may want to show its answer. */
const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

/** Says that the client wants HTML. A program names another type, or none. */
const asksForPage = (req: Request) => req.accepts(answerTypes) === 'text/html';

/** Types that any page may send: Apollo refuses these where nothing says that the request is no forgery. */
const simpleType =
  /^(?:text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;

/** @throws {AppError} `UNSUPPORTED_MEDIA_TYPE` for a body of a type that nobody reads. */
function assertType({ method, headers }: Request): void {
  const type = headers['content-type'];
  if (method === 'POST' && type !== undefined && !isJsonType(type) && !simpleType.test(type))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the content type must be application/json');
}

/** `/graphql`, in our shape of errors wherever Apollo does not come to answer. */
export function createGraphqlRouter(
  graphql: ApolloServer<RequestContext>,
  env: {
    readonly createContext: ContextMaker;
    readonly allowedOrigins: readonly string[];
    readonly readForm: FormReader;
    readonly inTime: InTime;
    /** Answers browsers that ask for a page; null: nothing does. */
    readonly console: RequestHandler | null;
  },
): Router {
  const first: RequestHandler = (req, res, next) => {
    if (isRead(req)) res.vary('Accept');
    if (env.console !== null && isRead(req) && asksForPage(req)) void env.console(req, res, next);
    else next();
  };
  return createOperationRouter({ ...env, first }, async (req, res, next) => {
    // Made here and not by Apollo, which masks what fails while it makes one.
    const context = await env.createContext(req, res, { sessionCookie: 'ofOurPages' });
    if (isMultipart(req)) {
      assertMayUpload(req, context);
      req.body = parseOperation(await env.readForm(req, res, formLimits));
    }
    assertType(req);
    assertModest(req);
    await expressMiddleware(graphql, { context: () => Promise.resolve(context) })(req, res, next);
  });
}
