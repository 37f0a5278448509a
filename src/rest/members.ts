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
  const found = [name, toSnakeCase(name)].find((spelling) => Object.hasOwn(body, spelling));
  const value = found === undefined ? undefined : body[found];
  return typeof value === 'string' ? value.trim() || null : value;
}

/**
 * A path of members, dots between them, as a management request spells each: in camelCase as here, or in snake_case.
 */
export function nameAsSent(body: unknown, path: string): string {
  let inside = body;
  const names = path.split('.').map((name) => {
    const snake = toSnakeCase(name);
    const isSnake =
      isRecord(inside) && !Object.hasOwn(inside, name) && Object.hasOwn(inside, snake);
    const sent = isSnake ? snake : name;
    inside = isRecord(inside) || Array.isArray(inside) ? (inside as Members)[sent] : undefined;
    return sent;
  });
  return names.join('.');
}

type Members = Readonly<Record<string, unknown>>;

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** An amount that a request may give as a number, or as text: decimal text, to 11 digits after the point. */
export function toAmountText(value: unknown): unknown {
  return typeof value === 'number' && Math.abs(value) < 1e21 ? value.toFixed(11) : value;
}
