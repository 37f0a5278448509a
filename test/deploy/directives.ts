/** A line of nginx or Caddy, or a block of them. */
export interface Directive {
  readonly name: string;
  /** Without quotation marks. */
  readonly values: readonly string[];
  /** Null without a block. */
  readonly block: readonly Directive[] | null;
}

/**
 * Reads the blocks of nginx, where `;` ends a directive, or of Caddy, where the line does.
 *
 * @throws when a block is not closed, or a directive is not ended
 */
export function parseDirectives(text: string, end: ';' | '\n'): readonly Directive[] {
  const tokens = text.replaceAll(/^\s*#.*$/gm, '').match(/"[^"]*"|[^\s;{}"]+|[;{}\n]/g) ?? [];
  const root: Directive[] = [];
  const open: Directive[][] = [root];
  let words: string[] = [];
  const take = (block: Directive[] | null) => {
    const [name = '', ...values] = words.map((word) => word.replaceAll('"', ''));
    open.at(-1)!.push({ name, values, block });
    words = [];
  };
  for (const token of tokens)
    if (token === '{') {
      const block: Directive[] = [];
      take(block);
      open.push(block);
    } else if (token === '}') {
      if (words.length > 0 || open.length === 1) throw new Error(`} behind ${words.join(' ')}`);
      open.pop();
    } else if (token === end) {
      if (words.length > 0) take(null);
      else if (end === ';') throw new Error('; behind nothing');
    } else if (token !== '\n') words.push(token);
  if (words.length > 0 || open.length > 1) throw new Error('it ends too early');
  return root;
}

/** Directives of each kind of block, with least and most values, and the kind of their own block. */
export type Grammar = Readonly<
  Record<string, Readonly<Record<string, readonly [number, number, string?]>>>
>;

/** Lists the directives that a grammar does not have; `*` in it stands for any name. */
export function mistakesIn(
  directives: readonly Directive[],
  grammar: Grammar,
  kind = 'main',
): readonly string[] {
  return directives.flatMap(({ name, values, block }) => {
    const rule = grammar[kind]?.[name] ?? grammar[kind]?.['*'];
    if (rule === undefined) return [`${name} in ${kind}`];
    const [least, most, inner] = rule;
    if (values.length < least || values.length > most) return [`${name} ${values.join(' ')}`];
    if ((inner === undefined) !== (block === null)) return [`the block of ${name}`];
    return inner === undefined ? [] : mistakesIn(block!, grammar, inner);
  });
}
