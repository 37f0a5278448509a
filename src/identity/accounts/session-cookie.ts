import type { IncomingMessage } from 'node:http';

/** Cookies of ours: of a browser's session, of the log-in form before there is one, and between its password and its code. */
type CookieName = 'adgate-session' | 'adgate-form' | 'adgate-second-factor';

/** A `__Host-` cookie cannot be set by a neighbouring host; browsers take it over https only. */
function fullName(name: CookieName, publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** The value of a cookie of ours, 43 characters base64url; null without one. */
export function readCookie(
  { cookie }: IncomingMessage['headers'],
  name: CookieName,
  publicUrl: string,
): string | null {
  const prefix = `${fullName(name, publicUrl)}=`;
  const found = cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix));
  const value = found?.slice(prefix.length) ?? '';
  return /^[\w-]{43}$/.test(value) ? value : null;
}

/**
 * A `Set-Cookie`: scripts cannot read it, other sites' forms do not send it, and it lasts as long as the browser runs.
 * There is nothing to sign, as nobody can guess a value, and the server ends a session.
 *
 * @param publicUrl our own origin, or a URL of it
 */
export function formatCookie(name: CookieName, value: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${fullName(name, publicUrl)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/**
 * A `Set-Cookie` that removes the session's cookie. Only for browsers that have shown it: any site can make a browser
 * send a request.
 */
export function formatEndedSession(publicUrl: string): string {
  return `${formatCookie('adgate-session', '', publicUrl)}; Max-Age=0`;
}

/** The id of the browser's session; null without one. */
export function readSessionCookie(
  headers: IncomingMessage['headers'],
  publicUrl: string,
): string | null {
  return readCookie(headers, 'adgate-session', publicUrl);
}
