import { IncomingMessage, ServerResponse } from 'node:http';
import { type Express, type Request, request, response } from 'express';

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

/** A request that goes to a record's handler directly: what this reads of it express's router would have set. */
export function asRouted(req: IncomingMessage): Request {
  return Object.assign(req as Request, { params: {}, originalUrl: req.url! });
}
