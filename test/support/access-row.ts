import type { ErrorCode } from '../../src/errors';
import type { AccessRule } from '../../src/identity/access/access-rule';
import type { AccessWorld } from './access-world';

type Awaitable<Value> = Value | Promise<Value>;

interface AccessRow {
  /**
   * The owner's outcome; default: an answer without an error. A code where more than a token is needed, such as the
   * right password.
   */
  readonly owner?: ErrorCode;
}

export interface OperationRow extends AccessRow {
  /** The rule in the operation's `@Authorized`: `anyToken` when it names no rule, `everybody` when there is none. */
  readonly rule: 'everybody' | 'anyToken' | AccessRule;
  /** Makes what the operation works on, for the owner, anew at every call; gives the arguments as GraphQL text. */
  readonly arguments?: (world: AccessWorld) => Awaitable<string>;
  /**
   * The outcome for another account of the same roles with the owner's arguments; `own`: an answer about its own
   * things.
   */
  readonly other?: 'own' | ErrorCode;
}

export interface RouteRow extends AccessRow {
  /** Makes what the request is about, for the owner, anew at every call. Members of the path, the query and the body. */
  readonly request?: (world: AccessWorld) => Awaitable<{
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: string;
    readonly body?: unknown;
  }>;
  readonly other?: 'own' | ErrorCode;
}
