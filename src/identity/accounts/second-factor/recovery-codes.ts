import { Secret } from 'otpauth';
import { hashSecret } from '../../../secret';
import { toArrayBuffer } from './totp';

/** Codes that an account gets at a time. */
export const recoveryCodeCount = 10;
/** 80 bits: 16 characters of base32. */
const codeBytes = 10;

/** Recovery codes as people write them: `abcd-efgh-2345-6777`. */
export function createRecoveryCodes({
  randomBytes,
}: {
  readonly randomBytes: (length: number) => Buffer;
}): readonly string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const { base32 } = new Secret({ buffer: toArrayBuffer(randomBytes(codeBytes)) });
    return (base32.toLowerCase().match(/.{4}/g) ?? []).join('-');
  });
}

/** The form in which a recovery code is stored. */
export function hashRecoveryCode(code: string): string {
  return hashSecret(normaliseCode(code));
}

/** A code without its spaces and dashes, lower-case. */
export function normaliseCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toLowerCase();
}
