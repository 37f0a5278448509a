import { isRecord } from '../validation';

/** Numbers may come as decimal text; anything else stays as it is, for the schema to refuse. */
export function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
}

/** Which of its two names the request gives to the context's wallet flag. */
export function nameOfWallet(context: unknown): 'walletmask' | 'metamask' {
  return isRecord(context) && !Object.hasOwn(context, 'walletmask') ? 'metamask' : 'walletmask';
}
