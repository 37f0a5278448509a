import type { ledgerErrorCodes } from './errors';

type RefusalCode = (typeof ledgerErrorCodes)[keyof typeof ledgerErrorCodes];

/** Thrown by a node's rules for a request that is answered with an error number. Changes nothing. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /** @param info text that the node sends along, empty for most */
  constructor(
    readonly code: RefusalCode,
    readonly info = '',
  ) {
    super(`refused with ${code}`);
  }
}

/** @throws {Refusal} with the code unless the condition holds */
export function requireThat(
  condition: boolean,
  code: RefusalCode,
  info?: string,
): asserts condition {
  if (!condition) throw new Refusal(code, info);
}
