/** The origin of the page around a frame that has no origin of its own. */
export function pageAround(): string {
  const { ancestorOrigins = [] } = location as { ancestorOrigins?: Iterable<string> };
  // The nearest frames may have none either.
  const known = [...ancestorOrigins, document.referrer].find((url) => /^http/.test(url));
  return known === undefined ? origin : new URL(known).origin;
}
