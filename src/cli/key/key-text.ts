import type { TokenKey } from '../../identity/oauth/tokens/token-keys';

/** A key as `--json` prints it: nothing of the key itself. */
export function toKeyJson({ keyId, algorithm, createdAt, verifiesUntil }: TokenKey) {
  return {
    keyId,
    algorithm,
    createdAt: createdAt.toISOString(),
    verifiesUntil: verifiesUntil?.toISOString() ?? null,
  };
}
