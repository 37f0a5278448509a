import { isRecord } from '../validation';

/** Numbers may come as decimal text; anything else stays as it is, for the schema to refuse. */
export function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
}

/** Which of its two names the request gives to the context's wallet flag. */
export function nameOfWallet(context: unknown): 'walletmask' | 'metamask' {
  return isRecord(context) && !Object.hasOwn(context, 'walletmask') ? 'metamask' : 'walletmask';
}

/**
 * A member of a management request, named as here or in snake_case: texts are trimmed, an empty one is null.
 *
 * @see reference facts 1.1
 */
export function readMember(body: unknown, name: string): unknown {
  if (!isRecord(body)) return undefined;
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const found = [name, snake].find((spelling) => Object.hasOwn(body, spelling));
  const value = found === undefined ? undefined : body[found];
  return typeof value === 'string' ? value.trim() || null : value;
}
