/** In the order in which an import has them; its media queries follow. */
const layer = /^layer(?:\(\s*([^\s()]+)\s*\))?(?=[\s(]|$|supports)/i;
/** As deep as conditions are written. */
const nested = String.raw`(?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*`;
const supports = new RegExp(String.raw`^supports(\(${nested}\))`, 'i');

/**
 * An imported style sheet as text under the conditions of its import: a cascade layer, support, media.
 * @see CSS Cascade 5 §2
 */
export function underConditions(css: string, conditions: string): string {
  let rest = conditions.replace(/\/\*[^]*?\*\//g, ' ').trim();
  const take = (pattern: RegExp): readonly (string | undefined)[] | null => {
    const found = pattern.exec(rest);
    if (found) rest = rest.slice(found[0].length).trim();
    return found;
  };
  const blocks: string[] = [];
  const inLayer = take(layer);
  // Without a name it is a layer of its own.
  if (inLayer) blocks.push(`@layer ${inLayer[1] ?? ''}`);
  const support = take(supports);
  if (support) blocks.push(`@supports ${support[1] ?? ''}`);
  if (rest !== '') blocks.push(`@media ${rest}`);
  return blocks.reduceRight((text, block) => `${block} {\n${text}\n}`, css);
}
