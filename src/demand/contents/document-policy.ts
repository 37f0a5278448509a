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
 * Makes the policy of an uploaded document: it may load its own parts, and from the origins that the settings name. The
 * policy stands in the document's bytes, so that it holds wherever they are shown.
 * @see W3C Content Security Policy Level 3
 */
export function documentPolicy(origins: readonly string[]): string {
  const from = (...own: readonly string[]) => [...own, ...origins].join(' ');
  return [
    firstDirective,
    `script-src ${from("'unsafe-inline'")}`,
    `style-src ${from("'unsafe-inline'")}`,
    `img-src ${from('data:', 'blob:')}`,
    `media-src ${from('data:', 'blob:')}`,
    `font-src ${from('data:')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
