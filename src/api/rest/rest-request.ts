import type { Request } from 'express';
import { paramsOf, queryOf } from '../../http/request-members';
import type { RestRequest } from './route';

/**
 * Shows a record its part of express's request. Express finds out about the query and the protocol only when asked. A
 * class: an object literal with getters is given a shape of its own every time, which outlives the request.
 */
export class ExpressRequest implements RestRequest {
  readonly #req: Request;
  readonly #publicUrl: string;

  constructor(
    req: Request,
    readonly body: unknown,
    publicUrl: string,
  ) {
    this.#req = req;
    this.#publicUrl = publicUrl;
  }

  get method(): string {
    return this.#req.method;
  }

  get headers(): RestRequest['headers'] {
    return this.#req.headers;
  }

  get params(): RestRequest['params'] {
    return paramsOf(this.#req);
  }

  get url(): string {
    // A request line may name the whole URL (RFC 9112 §3.2.2): what host it claims is nobody's business.
    return `${this.#publicUrl}${this.#req.originalUrl.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '')}`;
  }

  get query(): RestRequest['query'] {
    return queryOf(this.#req);
  }

  get isSecure(): boolean {
    return this.#req.secure;
  }
}
