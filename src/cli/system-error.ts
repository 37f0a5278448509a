/** The code of an error of the system or of zlib (`ENOENT`, `Z_DATA_ERROR`); empty for any other error. */
export function systemErrorCode(error: unknown): string {
  const { code } = Object(error) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}
