const firstDirective = "default-src 'none'";
const element = `<meta http-equiv="Content-Security-Policy" content="${firstDirective}; `;

/**
 * Whether a policy of ours stands in the bytes of a document. Clients show the bytes in frames of their own, where no
 * header holds.
 */
export function carriesPolicy(document: Buffer): boolean {
  return document.includes(element);
}

/**
 * What an uploaded document may load: what it carries itself, and from the origins that the settings name. It stands in
 * the document's bytes, so that it holds wherever they are shown.
 *
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
