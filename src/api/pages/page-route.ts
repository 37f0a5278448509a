import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestContext } from '../context';
import type { AppError } from '../../errors';
import type { Language } from '../../language';
import type { AccessRule } from '../../identity/access/access-rule';
import type { TokenRule } from '../request-context';

/** The part of a request that a page may look at. */
export interface PageRequest {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  /** The language that the browser likes best of ours. */
  readonly language: Language;
  /** Our public origin. */
  readonly publicUrl: string;
  /** True where strangers may make accounts. */
  readonly allowsRegistration: boolean;
  /** Path and query. */
  readonly target: string;
  /** Captured by the path. */
  readonly params: Readonly<Record<string, string>>;
  /** A member given more than once is a list. */
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Members of the form, `{}` without one. One given more than once is a list, an empty one absent. */
  readonly form: Readonly<Record<string, unknown>>;
}

/** A page that people see without the panel, or where its form leads to. */
export interface PageRoute extends TokenRule {
  readonly method: 'get' | 'post';
  readonly path: string;
  /** Checked before the form is read; default: nothing is. */
  readonly access?: readonly AccessRule[];
  /** HEAD is answered 405: such a page changes something by GET, and HEAD must change nothing. */
  readonly refusesHead?: boolean;
  /** The audit log's name for the change that a request asks for; null or absent: it changes nothing. */
  readonly changes?: (request: PageRequest) => string | null;
  /** @returns of a change without a viewer: whose account it was about, among the answer of the service */
  readonly handle: (ctx: RequestContext, request: PageRequest, response: ServerResponse) => unknown;
  /** Writes errors as a page; the status is set already. False: in the usual form. */
  readonly sendError?: (response: ServerResponse, error: AppError, request: PageRequest) => boolean;
}
