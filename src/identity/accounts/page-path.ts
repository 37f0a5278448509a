const form = /^(?!.*(?:\/\/|\.\.))\/[\w./~-]{0,199}$/;

/** The form of such a path for documents of requests. */
export const pagePathPattern = form.source;

/**
 * Says that a path may stand in the link of a mail: a path of this server, and nothing that a browser could read as
 * another address.
 */
export function isPagePath(path: string): boolean {
  return form.test(path);
}
