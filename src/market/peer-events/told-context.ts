/** The page that another server's visitor saw, as that server tells it. */
export interface ToldPage {
  /** null: not told. */
  readonly url: string | null;
  /** The placement there; null: not told. */
  readonly zone: string | null;
}

const longest = 4_096;
const nothing: ToldPage = { url: null, zone: null };

/**
 * Reads the member `ctx`: base64 of JSON, or of the lines of older servers. What cannot be read tells nothing; more than 4 KiB are
 * not read.
 *
 * @see docs/peers.md §8
 */
export function readToldPage(ctx: string): ToldPage {
  if (ctx.length > longest) return nothing;
  const text = Buffer.from(ctx, 'base64').toString();
  const page = parseJson(text) ?? parseLines(text);
  const { url, ref, frame, zone } = page;
  const isFramed = frame === true || frame === 1 || frame === '1' || frame === 'yes';
  return { url: textOrNull(isFramed ? ref : url), zone: textOrNull(zone) };
}

type Page = Readonly<Record<string, unknown>>;

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const isRecord = (value: unknown): value is Page => typeof value === 'object' && value !== null;

/** null: it is no JSON. */
function parseJson(text: string): Page | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const page = isRecord(value) ? value['page'] : null;
  return isRecord(page) ? page : {};
}

/** Names by TAB; the second line has the page: index, TAB, value, by CR. */
function parseLines(text: string): Page {
  const [names = '', values = ''] = text.split('\n');
  const nameAt = names.split('\t');
  const page = new Map<string, string>();
  for (const property of values.split('\r')) {
    const [index = '', value] = property.split('\t');
    const name = /^\d{1,3}$/.test(index) ? nameAt[Number(index)] : undefined;
    if (name !== undefined && value !== undefined) page.set(name, value);
  }
  return Object.fromEntries(page);
}
