import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '../../errors';
import type { CrossOrigin } from '../../http/cross-origin';
import type { JsonSchema } from '../../json-schema';
import type { AccessRule } from '../../identity/access/access-rule';
import type { TokenRule } from '../request-context';

/** The part of a request that a record may look at. */
export interface RestRequest {
  readonly method: string;
  /** Absolute, of our public origin, with the query. */
  readonly url: string;
  /** Captured by the path; always one text each. */
  readonly params: Readonly<Record<string, string>>;
  /** A member given more than once is a list. */
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly headers: IncomingMessage['headers'];
  /** True where the visitor's side of the connection is https, as far as the trusted proxies say. */
  readonly isSecure: boolean;
  /** The parsed JSON; `{}` when the body is empty or the method has none. Nothing is known of its shape. */
  readonly body: unknown;
}

/** One REST path: which GraphQL operation it is, and how its words differ from the schema's. */
export interface Route extends TokenRule {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
  /**
   * Parsed, validated and compiled at boot; executed in process for every request. An input comes as a variable, or
   * is left out: what the operation itself says is not parsed.
   */
  readonly operation: string;
  /** Checked before anything else; empty: any token. Default: the rules of the operation's own fields. */
  readonly access?: readonly AccessRule[];
  /**
   * Bodies of the requests that the body stands for, at least one: each is executed on its own, `variables` and
   * `nameOf` see one of them, and `body` gets the list of their data.
   *
   * @throws {AppError} only where the body cannot be split.
   */
  readonly split?: (body: unknown) => readonly unknown[];
  /**
   * Renames the request's members to the operation's variables. Checks nothing: a bad value goes through as it is
   * and is refused by the schema.
   *
   * @throws {AppError} only where a value has no place in any variable.
   */
  readonly variables: (request: RestRequest) => Readonly<Record<string, unknown>>;
  /** The request's own name of a bad field: gets the path within the variables, e.g. `bidRequest.imps.0.id`. */
  readonly nameOf?: (path: string, request: RestRequest) => string;
  /** Members that a request must have where the types of the operation do not say it, by the same names. */
  readonly requires?: readonly string[];
  /** More of members than the types of the operation say, by their names: `cid`, `filter[medium]`, `0.zone_id`; of the whole body by `body`. */
  readonly takes?: Readonly<Record<string, JsonSchema>>;
  /**
   * True where the body may be an HTML form's. A member that is given more than once is a list, an empty member is
   * absent. `asTextToo`: such a form may also come as `text/plain`, as from a beacon.
   */
  readonly takesForms?: boolean | 'asTextToo';
  /** A body that does as it stands, for whoever may; tests send it. */
  readonly example?: unknown;
  /** The body is a multipart form with at most one file, `file`: an `Upload` for the operation. */
  readonly takesFile?: boolean;
  readonly crossOrigin: CrossOrigin;
  /** HEAD is answered 405: such a path records something, and HEAD must record nothing. */
  readonly refusesHead?: boolean;
  /** More headers of success. */
  readonly headers?: (data: never, request: RestRequest) => Readonly<Record<string, string>>;
  /**
   * True where an answer comes without the database too, only later: the request is not given up while the database is
   * away.
   */
  readonly outlivesDatabase?: boolean;
  /** A content type that the path is answered in, too, by a `CsvRoute`. */
  readonly alsoAs?: 'text/csv';
  /** HTTP status of success; default 200. */
  readonly status?: number;
  /** The JSON body of success, from the operation's data; default: the data itself. */
  readonly body?: (data: never, request: RestRequest) => unknown;
  /** REST's own words for members of answers that it has in another form than the schema, by their paths: `data.id`. */
  readonly says?: Readonly<Record<string, string>>;
  /** Answers in another form than JSON. */
  readonly send?: (response: ServerResponse, data: never, request: RestRequest) => void;
  /** Writes errors in another form than the usual one; the status is set already. False: in the usual form. */
  readonly sendError?: (response: ServerResponse, error: AppError, request: RestRequest) => boolean;
}
