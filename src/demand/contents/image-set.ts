/** Comments, texts and URLs without quotes are passed over as a whole. */
const marks =
  /\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[^])*(?:"|$|(?=[\n\\]))|'(?:[^'\\\n]|\\[^])*(?:'|$|(?=[\n\\]))|\burl\(\s*[^"'\s)][^)]*\)|\bimage-set\(|[();{}]/gi;

/** Writes texts that stand for URLs in `image-set(…)` as `url(…)`, as they are found everywhere. @see CSS Images 4 §2.4 */
export function spellImageSets(css: string): string {
  if (!/\bimage-set\(/i.test(css)) return css;
  /** Brackets that are open, from that of an `image-set(` on; 0: none. */
  let depth = 0;
  return css.replace(marks, (mark) => {
    if (mark.endsWith('(')) {
      if (depth > 0 || mark !== '(') depth += 1;
    } else if (mark === ')') depth = Math.max(0, depth - 1);
    // Nothing is open beyond the end of a rule.
    else if (/^[;{}]$/.test(mark)) depth = 0;
    // Deeper are the texts of `type(…)`.
    else if (depth === 1 && /^["']/.test(mark)) return `url(${mark})`;
    return mark;
  });
}
