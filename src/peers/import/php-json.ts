/**
 * A value as servers of the network write JSON under a signature: without spaces, `/` and what is beyond ASCII escaped, the
 * members of objects in the order of their names, those of lists in that of their values (texts of digits as numbers), at
 * every depth, and an empty object as an empty list.
 *
 * @param value of `JSON.parse`
 * @see docs/peers.md §11
 */
export function toPhpJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.toSorted(compareValues).map(toPhpJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return escaped(JSON.stringify(value));
  const members = Object.entries(value).toSorted(([one], [other]) => compareValues(one, other));
  if (members.length === 0) return '[]';
  const texts = members.map(([name, of]) => `${escaped(JSON.stringify(name))}:${toPhpJson(of)}`);
  return `{${texts.join(',')}}`;
}

function escaped(json: string): string {
  return json
    .replaceAll('/', String.raw`\/`)
    .replaceAll(
      /[\u0080-\uffff]/g,
      (unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0'),
    );
}

const isNumeric = (value: unknown): value is string | number =>
  typeof value === 'number' ||
  (typeof value === 'string' && /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value));

/** Lists and objects keep their places: nobody signs an order of these. */
function compareValues(one: unknown, other: unknown): number {
  if (isNumeric(one) && isNumeric(other)) return Number(one) - Number(other);
  if (typeof one === 'object' || typeof other === 'object') return 0;
  return Buffer.compare(bytesOf(one), bytesOf(other));
}

const bytesOf = (value: unknown): Buffer =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
