import type { RequestHeader, RequestType } from '../ledger/request';
import type { Scene } from './scene';

/** How one kind of read request is answered. */
export interface ReadRule<
  Body extends RequestHeader = RequestHeader,
  Response extends object = object,
> {
  readonly type: RequestType<Body, Response>;
  /** @throws {Refusal} */
  answer(scene: Scene, body: Body): Response;
}

/** Ties an answer's type to that of its request. */
export function defineRead<Body extends RequestHeader, Response extends object>(
  rule: ReadRule<Body, Response>,
): ReadRule<Body, Response> {
  return rule;
}
