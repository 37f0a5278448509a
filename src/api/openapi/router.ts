import { type RequestHandler, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import { refuseMethod } from '../../http/answer';
import { csvRoutes, routes } from '../rest/index';
import { createOpenApi } from './document';
import { otherOperations } from './other-operations';
import { referencePolicy, renderReference } from './reference-page';

/** `/openapi.json`, and the same for people at `/reference`. Made when somebody first asks. */
export function createOpenApiRouter(schema: GraphQLSchema, publicUrl: string): Router {
  let made: { readonly json: string; readonly page: string } | null = null;
  const make = () => {
    if (made) return made;
    const document = createOpenApi(routes, {
      ...{ tables: csvRoutes, others: otherOperations },
      ...{ schema, publicUrl },
    });
    made = { json: JSON.stringify(document), page: renderReference(document) };
    return made;
  };
  const refuse: RequestHandler = (req, res) => refuseMethod(req, res, 'GET, HEAD');
  const router = Router();
  router.get('/openapi.json', (_req, res) => {
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.type('application/json').send(make().json);
  });
  router.get('/reference', (_req, res) => {
    res.setHeader('Content-Security-Policy', referencePolicy);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.type('text/html').send(make().page);
  });
  router.all(['/openapi.json', '/reference'], refuse);
  return router;
}
