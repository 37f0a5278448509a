const firstDirective = "default-src 'none'";
const element = `<meta http-equiv="Content-Security-Policy" content="${firstDirective}; `;

/**
 * Says that a policy of ours stands in the bytes of a document. Clients show the bytes in frames of their own, where no
 * header holds.
 */
export function carriesPolicy(document: Buffer): boolean {
  return document.includes(element);
}

/**
 * Makes the policy of an uploaded document: it may load its own parts, and from the origins that the settings name. Its
 * scripts may make others of texts, as packed ones do: they have no more rights. The policy stands in the document's bytes, so
 * that it holds wherever they are shown.
 * @see W3C Content Security Policy Level 3
 */
export function documentPolicy(origins: readonly string[]): string {
  return [
    firstDirective,
    ...partDirectives(origins),
    // Workers would go by `script-src`.
    "worker-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The directives for what documents load. Pages that show documents need them, too: documents inherit their policy. */
export function partDirectives(
  origins: readonly string[],
  own: { readonly scripts?: readonly string[]; readonly connections?: readonly string[] } = {},
): readonly string[] {
  const from = (...sources: readonly string[]) => [...sources, ...origins].join(' ');
  return [
    `script-src ${from("'unsafe-inline'", "'unsafe-eval'", 'data:', 'blob:', ...(own.scripts ?? []))}`,
    `style-src ${from("'unsafe-inline'", 'data:')}`,
    `img-src ${from('data:', 'blob:')}`,
    `media-src ${from('data:', 'blob:')}`,
    `font-src ${from('data:')}`,
    // No address there is anybody's.
    `connect-src ${['data:', 'blob:', ...(own.connections ?? [])].join(' ')}`,
  ];
}
