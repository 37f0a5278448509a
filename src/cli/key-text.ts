import type { TokenKey } from '../oauth/token-keys';

/** A key as `--json` prints it: nothing of the key itself. */
export function toKeyJson({ keyId, createdAt, verifiesUntil }: TokenKey) {
  return {
    keyId,
    createdAt: createdAt.toISOString(),
    verifiesUntil: verifiesUntil?.toISOString() ?? null,
  };
}
