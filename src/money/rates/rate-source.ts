import { type Amount, parseAmount } from '../../amount';
import { readBoundedText } from '../../platform/egress/bounded-text';

/** Reads what a coin is worth from somewhere: 10^-11 USD per coin. */
export type FetchRate = () => Promise<Amount>;

const timeoutMs = 10_000;
const maxBytes = 64 * 2 ** 10;
const maxDecimals = 11;

/** @param url trusted: of the settings. Its answers lead nowhere else, and are read to 64 KiB and for 10 seconds. */
export function createRateFetcher(url: string): FetchRate {
  return async () => {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { Accept: 'application/json, text/plain' },
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the URL of the rate answers ${response.status}`);
    }
    const tooLong = () => new Error(`the URL of the rate answers with over ${maxBytes} bytes`);
    const rate = parseRate(await readBoundedText(response, { maxBytes, tooLong }));
    if (rate === null) throw new Error('the URL of the rate does not answer with a rate');
    return rate;
  };
}

/**
 * Reads a decimal, as JSON or bare, or the member `value` of a JSON object. Digits behind the eleventh decimal are left
 * out; nothing passes through a float.
 *
 * @returns null for anything else.
 */
export function parseRate(body: string): Amount | null {
  const text = decimalOf(body.trim());
  const [whole = '', fraction = ''] = text.split('.');
  if (!/^\d+(?:\.\d+)?$/.test(text)) return null;
  return parseAmount(fraction === '' ? whole : `${whole}.${fraction.slice(0, maxDecimals)}`);
}

/** The text of what may be a decimal. */
function decimalOf(body: string): string {
  let value: unknown;
  try {
    // A number stays as it is written.
    value = JSON.parse(body, (_key, read: unknown, { source = '' }: { source?: string } = {}) =>
      typeof read === 'number' ? source : read,
    );
  } catch {
    return '';
  }
  const found: unknown =
    typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
  return typeof found === 'string' ? found : '';
}
