/** True where tests use the browser of the npm package. */
export const hasPackagedBrowser =
  (process.env.CHROME_PATH ?? '') === '' && process.platform === 'linux' && process.arch === 'x64';

/** Unpacks the browser, unless that was done on this machine. To be awaited before another process does so: it would start half a file. */
export async function unpackBrowser(): Promise<string> {
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}
