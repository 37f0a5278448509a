/** The name of a setting that shares most pairs of letters with a misspelt one; null: none shares enough. */
export function likeliestName(names: readonly string[], misspelt: string): string | null {
  const [best] = names
    .map((name) => ({ name, likeness: likenessOf(misspelt, name) }))
    .sort((a, b) => b.likeness - a.likeness);
  return best && best.likeness >= 0.4 ? best.name : null;
}

/** Dice's coefficient of the pairs of letters behind the common prefix: 1 for equal texts, 0 for nothing in common. */
function likenessOf(one: string, other: string): number {
  const pairs = (text: string) => {
    const letters = text.replace(/^ADGATE_/, '').replaceAll('_', '');
    return new Set(Array.from(letters.slice(1), (letter, at) => `${letters[at]!}${letter}`));
  };
  const [a, b] = [pairs(one), pairs(other)];
  return (2 * a.intersection(b).size) / (a.size + b.size);
}
