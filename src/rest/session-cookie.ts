import type { IncomingMessage } from 'node:http';

/** A `__Host-` cookie cannot be set by a neighbouring host; browsers take it over https only. */
const cookieName = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? '__Host-adgate-session' : 'adgate-session';

/** The API token of the browser's session; null without one. */
export function readSessionCookie(
  { cookie }: IncomingMessage['headers'],
  publicUrl: string,
): string | null {
  const name = `${cookieName(publicUrl)}=`;
  const found = cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(name));
  const token = found?.slice(name.length) ?? '';
  return /^[\w-]{43}$/.test(token) ? token : null;
}

/**
 * The `Set-Cookie` of a browser's session: scripts cannot read it, other sites' forms do not send it. It lasts as long
 * as the browser runs; the token in it 30 idle days.
 */
export function formatSessionCookie(apiToken: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(publicUrl)}=${apiToken}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
