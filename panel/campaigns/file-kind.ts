import type { Format } from './taxonomy';

/** The terms of a conversion that anybody can send. */
export interface FileKind {
  readonly type: Format['type'];
  /** Sizes to choose from; null where the content tells it. */
  readonly scopes: readonly string[] | null;
  /** The one that the file's name speaks of. */
  readonly likelyScope: string | null;
}

/** The kinds of files that a place takes, as people call them: `GIF, JPEG, HTML`. */
export function kindsOf(formats: readonly Format[]): string {
  const names = formats.flatMap(({ type, mimes }) => {
    if (type === 'html') return ['HTML', 'ZIP'];
    if (type === 'model') return ['GLB', 'VOX'];
    return type === 'direct' ? [] : mimes.map((mime) => mime.replace(/^.*\//, '').toUpperCase());
  });
  return [...new Set(names)].join(', ');
}

/** Null for a file that the place does not take. */
export function kindOf(file: File, formats: readonly Format[]): FileKind | null {
  const format = formats.find(({ mimes, type }) =>
    type === 'html'
      ? /\.(html?|zip)$/i.test(file.name)
      : type === 'model'
        ? /\.(glb|vox)$/i.test(file.name)
        : mimes.includes(file.type),
  );
  if (!format || format.type === 'direct') return null;
  if (format.type !== 'html') return { type: format.type, scopes: null, likelyScope: null };
  const named = format.scopes.find((scope) => file.name.includes(scope)) ?? null;
  return { type: 'html', scopes: format.scopes, likelyScope: named };
}
