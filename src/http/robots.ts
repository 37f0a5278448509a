import { type RequestHandler, Router } from 'express';
import { refuseMethod } from './answer';

/** Nothing here is for crawlers: what they fetched would be views and clicks of nobody. */
const rules = 'User-agent: *\nDisallow: /\n';

/** `GET /robots.txt`. @see RFC 9309 */
export function createRobotsRouter(): Router {
  const router = Router();
  const refuse: RequestHandler = (req, res) => refuseMethod(req, res, 'GET, HEAD');
  router.get('/robots.txt', (_req, res) => {
    res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    res.setHeader('Cache-Control', 'public, max-age=86400');
    res.end(rules);
  });
  router.all('/robots.txt', refuse);
  return router;
}
