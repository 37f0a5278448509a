/**
 * Says that a path may stand in the link of a mail: a path of this server, and nothing that a browser could read as
 * another address.
 */
export function isPagePath(path: string): boolean {
  return /^\/[\w./~-]{0,199}$/.test(path) && !path.includes('//') && !path.includes('..');
}
