const gap = /[\s,]*/y;
const address = /\S+/y;
/** Up to the next comma that stands in no brackets. */
const descriptors = /(?:[^,(]+|\([^)]*(?:\)|$))*/y;

/** Replaces each URL of a `srcset`. @see HTML, parsing a srcset attribute */
export function mapSourceSet(value: string, toUri: (reference: string) => string): string {
  const candidates: string[] = [];
  let at = 0;
  const read = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [found = ''] = pattern.exec(value) ?? [];
    at += found.length;
    return found;
  };
  for (;;) {
    read(gap);
    const found = read(address);
    if (found === '') return candidates.join(', ');
    const bare = found.replace(/,+$/, '');
    const rest = bare === found ? read(descriptors).trim() : '';
    candidates.push(rest === '' ? toUri(bare) : `${toUri(bare)} ${rest}`);
  }
}
