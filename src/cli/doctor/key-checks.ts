import type { KeyPurpose, SigningKey } from '../../platform/keys/signing-key.store';
import { keyPurposes } from '../../platform/keys/signing-key.store';
import type { StoredTokenKey } from '../../platform/keys/token-key.store';
import { isLive, type TokenKey, toTokenKey } from '../../identity/oauth/tokens/token-keys';
import { type Finding, ok, problem, warning } from '../../platform/findings/finding';
import { dayMs } from '../../time';

/** The shorter end of what a private signature key is used for. */
const maxAgeDays = 366;
const secretBytes = 32;
const fromBackup = 'adgate db restore <the last backup>';

/** The keys that sign access tokens: whether they are there, can be read, and are not too old. */
export function checkTokenKeys(stored: readonly StoredTokenKey[], now: Date): Finding {
  const check = 'token keys';
  const keys = readKeys(stored);
  if (keys === null)
    return problem(check, 'a key that signs access tokens cannot be read', fromBackup);
  const last = keys.at(-1);
  if (!last)
    return problem(
      check,
      'there is none that signs access tokens',
      'start a gateway: it makes one; tokens of before are refused',
    );
  const days = Math.floor((now.getTime() - last.createdAt.getTime()) / dayMs);
  const text = `${last.algorithm} signs since ${last.createdAt.toISOString()}`;
  if (days > maxAgeDays)
    return warning(check, `${text}: ${days} days are long for a key`, 'adgate key rotate');
  const others = keys.filter((key) => key !== last && isLive(key, now)).length;
  return ok(check, others === 0 ? text : `${text}, ${others} older ones verify`);
}

/** null: one of them is none. */
function readKeys(stored: readonly StoredTokenKey[]): readonly TokenKey[] | null {
  try {
    return stored.map(toTokenKey);
  } catch {
    return null;
  }
}

/** The secrets that sign URLs, cursors and links of this server. */
export function checkSecrets(rings: ReadonlyMap<KeyPurpose, readonly SigningKey[]>): Finding {
  const check = 'secrets';
  const isWhole = (purpose: KeyPurpose) =>
    rings.get(purpose)?.every(({ secret }) => secret.symmetricKeySize === secretBytes) !== false;
  const broken = keyPurposes.filter((purpose) => !isWhole(purpose));
  if (broken.length > 0)
    return problem(check, `not of ${secretBytes} bytes: ${broken.join(', ')}`, fromBackup);
  const missing = keyPurposes.filter((purpose) => (rings.get(purpose)?.length ?? 0) === 0);
  if (missing.length > 0)
    return problem(
      check,
      `missing: ${missing.join(', ')}`,
      'start a gateway: it makes them; what those of before had signed is refused',
    );
  return ok(check, `${keyPurposes.length} sign URLs, cursors and links`);
}
