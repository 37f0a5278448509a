import { assertPresent } from '../../present';

/**
 * Parts of a host that differ from scene to scene. None can match in more than one way where forms have them, so that no
 * text takes long.
 */
const parts: Readonly<Record<string, string>> = {
  number: '\\d{1,9}',
  // A leading n stands for minus.
  coordinate: 'n?\\d{1,4}',
  label: '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?',
};

/** Numbers end where a digit cannot follow; a label is a whole one. */
const hostPattern =
  /^(?:[a-z0-9.-]|<(?:number|coordinate)>(?=[.-]|$)|(?<=^|\.)<label>(?=\.|$)){1,255}$/;

/**
 * Says that a text is a host, with `<number>`, `<coordinate>` or `<label>` where hosts differ: numbers before a dot, a
 * dash or the end, labels between dots.
 */
export function isHostForm(text: string): boolean {
  return hostPattern.test(text);
}

/** Matches hosts of any of the forms, in any case; null where there is no form, and any host will do. */
export function toHostPattern(forms: readonly string[] | undefined): RegExp | null {
  if (!forms || forms.length === 0) return null;
  const sources = forms.map((form) =>
    form
      .replaceAll('.', '\\.')
      .replace(/<(\w+)>/g, (_text, name: string) =>
        assertPresent(parts[name], 'a stored form has no other parts'),
      ),
  );
  return new RegExp(`^(?:${sources.join('|')})$`, 'i');
}
