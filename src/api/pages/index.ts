import type { Request, RequestHandler, Response, Router } from 'express';
import type { RequestContext } from '../context';
import type { Config } from '../../config';
import { readBody } from '../../http/body';
import { allowOrigin, answerOtherMethods } from '../../http/cross-origin';
import type { ErrorWriter } from '../../http/error-writer';
import type { InTime } from '../../http/in-time';
import { paramsOf, queryOf } from '../../http/request-members';
import { assertAllowed } from '../../identity/access/access-rule';
import { actorOf } from '../../identity/audit/actor';
import { audited, auditedForStranger } from '../../identity/audit/audited.service';
import type { ContextMaker } from '../request-context';
import { isRecord } from '../../record';
import { acceptedLanguage } from '../../language';
import { authorizePages } from './authorize';
import { firstOperatorPages } from './first-operator';
import { forgottenPasswordPages } from './forgotten-password';
import { logInPages } from './log-in';
import { logInLinkPages } from './log-in-link';
import { logOutPages } from './log-out';
import { mailLinkPages } from './mail-links';
import { previewPages } from './preview';
import { registerPages } from './register';
import { unsubscribePages } from './unsubscribe';
import type { PageRequest, PageRoute } from './page-route';
import { whyPages } from './why';

/** Every page. */
export const pages: readonly PageRoute[] = [
  ...authorizePages,
  ...firstOperatorPages,
  ...forgottenPasswordPages,
  ...logInPages,
  ...logInLinkPages,
  ...logOutPages,
  ...mailLinkPages,
  ...previewPages,
  ...registerPages,
  ...whyPages,
  ...unsubscribePages,
];

export interface PageEnvironment {
  readonly createContext: ContextMaker;
  readonly writeError: ErrorWriter;
  readonly inTime: InTime;
  readonly allowedOrigins: readonly string[];
  readonly publicUrl: string;
  readonly ctx: { readonly config: Pick<Config, 'allowsRegistration'> };
}

/** Adds the pages to express. */
export function addPages(
  router: Pick<Router, PageRoute['method'] | 'all' | 'head'>,
  env: PageEnvironment,
): void {
  for (const [path, group] of Map.groupBy(pages, (page) => page.path)) {
    const refusesHead = group.some((page) => page.refusesHead);
    const methods = group.map(({ method }) => method.toUpperCase());
    if (!refusesHead) methods.push('HEAD');
    const answerOthers = answerOtherMethods(methods, { ...env, crossOrigin: 'listed' });
    if (refusesHead) router.head(path, answerOthers);
    for (const page of group) router[page.method](path, createHandler(page, env));
    router.all(path, answerOthers);
  }
}

function createHandler(page: PageRoute, env: PageEnvironment): RequestHandler {
  const { access, method, sendError } = page;
  return async (req, res) => {
    let request = toPageRequest(req, env);
    try {
      allowOrigin(req, res, 'listed', env.allowedOrigins);
      const ctx = await env.createContext(req, res, page);
      if (access) assertAllowed(ctx, access);
      if (method === 'post') request = { ...request, form: await readForm(req) };
      await env.inTime(run(page, ctx, request, res));
    } catch (error) {
      env.writeError(error, req, res, sendError && ((known) => sendError(res, known, request)));
    }
  };
}

/** Answers a request; what it changes is noted in the audit log. */
async function run(
  { changes, handle }: PageRoute,
  ctx: RequestContext,
  request: PageRequest,
  response: Response,
): Promise<void> {
  const answer = () => handle(ctx, request, response);
  const operation = changes?.(request) ?? null;
  if (operation === null) await answer();
  else {
    const object = { objectKind: null, objectId: null, objectName: null };
    const change = { ...actorOf(ctx), operation, ...object, members: [] };
    if (ctx.viewer) await audited(ctx, change, answer);
    else await auditedForStranger(ctx, change, { run: answer, email: request.form.email });
  }
}

function toPageRequest(req: Request, { publicUrl, ctx }: PageEnvironment): PageRequest {
  // A request line may name the whole URL (RFC 9112 §3.2.2): what host it claims is nobody's business.
  const { pathname, search } = new URL(req.originalUrl, publicUrl);
  return {
    method: req.method,
    headers: req.headers,
    language: acceptedLanguage(req),
    publicUrl,
    allowsRegistration: ctx.config.allowsRegistration,
    target: `${pathname}${search}`,
    params: paramsOf(req),
    query: queryOf(req),
    form: {},
  };
}

function readForm(req: Request): Promise<PageRequest['form']> {
  return new Promise((resolve, reject) => {
    readBody(req, { takesForms: true }, (error, body) => {
      if (error instanceof Error) reject(error);
      else resolve(isRecord(body) ? body : {});
    });
  });
}
