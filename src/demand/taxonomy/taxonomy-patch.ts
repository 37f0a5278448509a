import { isRecord } from '../../record';

/** A change to what a vendor inherits from its medium. */
export interface TaxonomyPatch {
  /**
   * Where, in the manner of JSONPath: `$` and steps `.member` or `[?@.member=='value']`; `[]` at the end appends to a
   * list.
   */
  readonly path: string;
  /** The value to set or append; null takes a selected element out of its list. */
  readonly value: unknown;
}

/** A step into a value, or null when it leads nowhere. */
interface Place {
  readonly holder: object;
  readonly key: string | number;
}

const stepPattern = /\.([a-z]\w{0,63})|\[\?@\.([a-z]\w{0,63})=='([\w-]{1,64})'\]|(\[\])$/gi;
const pathPattern = /^\$(?:\.[a-z]\w{0,63}|\[\?@\.[a-z]\w{0,63}=='[\w-]{1,64}'\])*(?:\[\])?$/i;

/** Says that a path can be read, wherever the path leads. */
export function isPatchPath(path: string): boolean {
  return pathPattern.test(path);
}

/**
 * The value with the patches applied, one after the other; the value itself stays as it is.
 *
 * @param onNowhere gets the position of each patch whose path leads nowhere.
 */
export function applyPatches(
  value: unknown,
  patches: readonly TaxonomyPatch[],
  onNowhere: (at: number) => void,
): unknown {
  const root = { value: structuredClone(value) };
  patches.forEach((patch, at) => {
    const place = findPlace(root, patch.path);
    if (!place) onNowhere(at);
    else put(place, structuredClone(patch.value));
  });
  return root.value;
}

/** Works on the clone of the value alone, so members may be set. */
function put({ holder, key }: Place, value: unknown): void {
  if (Array.isArray(holder) && value === null) holder.splice(Number(key), 1);
  else Reflect.set(holder, key, value);
}

function findPlace(root: { readonly value: unknown }, path: string): Place | null {
  let place: Place | null = { holder: root, key: 'value' };
  for (const [, member, selectBy = '', selected = '', append] of path.matchAll(stepPattern)) {
    if (!place) return null;
    const value: unknown = Reflect.get(place.holder, place.key);
    if (append !== undefined) place = Array.isArray(value) ? at(value, value.length) : null;
    else if (member !== undefined) place = isRecord(value) ? at(value, member) : null;
    else place = select(value, selectBy, selected);
  }
  return place;
}

function select(value: unknown, member: string, wanted: string): Place | null {
  if (!Array.isArray(value)) return null;
  const found = value.findIndex((item) => isRecord(item) && item[member] === wanted);
  return found === -1 ? null : at(value, found);
}

function at(holder: Place['holder'], key: string | number): Place {
  return { holder, key };
}
