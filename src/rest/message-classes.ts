import { IncomingMessage, ServerResponse } from 'node:http';
import { type Express, type Request, request, type Response, response } from 'express';

/**
 * The classes of a server's requests and responses, born as what express would make of them. Express gives each one
 * its own prototype when it comes in; an object whose prototype changes is slow wherever it is looked at.
 */
export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/** Makes the classes of one server, for one app. */
export function createMessageClasses(): MessageClasses {
  class ExpressMessage extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  Object.setPrototypeOf(ExpressMessage.prototype, request);
  Object.setPrototypeOf(ExpressResponse.prototype, response);
  return { IncomingMessage: ExpressMessage, ServerResponse: ExpressResponse as never };
}

/** Lets the app find the messages as it wants them. */
export function adoptMessages(app: Express, classes: MessageClasses): void {
  const member = { configurable: true, enumerable: true, writable: true, value: app };
  Object.assign(app, {
    request: Object.defineProperty(classes.IncomingMessage.prototype, 'app', member),
    response: Object.defineProperty(classes.ServerResponse.prototype, 'app', member),
  });
}

/** Messages that go to a record's handler directly, with the members that it reads of those express's router passes on. */
export function asRouted(req: IncomingMessage, res: ServerResponse): [Request, Response] {
  const routed = Object.assign(req as Request, { res: res as Response, params: {} });
  routed.originalUrl = req.url!;
  return [routed, res as Response];
}
