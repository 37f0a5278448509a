import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app has it: SHA-1, 6 digits, a code each 30 seconds. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Codes before and behind the present one that are right, too: clocks differ. */
const window = 1;
/** 160 bits, as RFC 4226 §4 recommends. */
const secretBytes = 20;

/** A secret that nobody can guess, base32. */
export function createTotpSecret({
  randomBytes,
}: {
  readonly randomBytes: (length: number) => Buffer;
}): string {
  return new Secret({ buffer: toArrayBuffer(randomBytes(secretBytes)) }).base32;
}

/** The address that an authenticator app reads from a QR code. */
export function totpUriOf(
  secret: string,
  { issuer, email }: { readonly issuer: string; readonly email: string },
): string {
  return new TOTP({ ...parameters, secret, issuer, label: email }).toString();
}

/** The counter whose code this is; null: it is no code of these 90 seconds. */
export function findCounter(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...parameters, secret });
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** A copy: buffers of Node.js may share their memory. */
export function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
