const maxLength = 2_048;
/** Addresses of the browser's own machine; `localhost` may be made to mean another one (RFC 8252 §8.3). */
const loopbackHost = /^(127\.0\.0\.1|\[::1\])$/;

/**
 * Why a text cannot be registered as a redirect URI; null when it can: an absolute https URL, http on the browser's own
 * machine, or an application's own scheme with a dot in it.
 *
 * @see RFC 6749 §3.1.2, RFC 8252 §7, RFC 9700 §2.1
 */
export function findRedirectUriProblem(uri: string): string | null {
  const url = URL.parse(uri);
  if (!url || uri.length > maxLength)
    return `must be an absolute URI of at most ${maxLength} characters`;
  if (/[^\x21-\x7e]|[\\"<>^`{|}*]/.test(uri))
    return 'must not contain spaces, wildcards or what is to be encoded';
  if (uri.includes('#')) return 'must not have a fragment';
  if (url.username !== '' || url.password !== '') return 'must not have credentials in it';
  if (/(^|\/)\.{1,2}($|\/|\?)/.test(uri.replace(/^[^:]*:/, '')))
    return 'must not have dots as a path segment';
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:')
    return loopbackHost.test(url.hostname) || url.hostname === 'localhost'
      ? null
      : 'must be https; http is for this machine only';
  // No scheme that a browser runs or reads itself, such as `javascript`, has a dot.
  if (!url.protocol.includes('.'))
    return 'must be https, or a scheme of your own with a dot in it, e.g. com.example.app:/callback';
  return null;
}

/**
 * Says that a request's redirect URI is registered: the same text, but for the port on a loopback address.
 * @see RFC 6749 §3.1.2.3, RFC 8252 §7.3, RFC 9700 §2.1
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  return (
    registered.includes(uri) ||
    registered.some((candidate) => {
      const portless = withoutLoopbackPort(candidate);
      return portless !== null && portless === withoutLoopbackPort(uri);
    })
  );
}

/** Compared as text, so that nothing can be hidden from one parser in what another one reads. */
const loopbackUri = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(\/[\x21-\x7e]*)?$/;

function withoutLoopbackPort(uri: string): string | null {
  // A port past 65535 is a text of this form, and no URI.
  const match = URL.canParse(uri) ? loopbackUri.exec(uri) : null;
  if (!match) return null;
  const [, origin = '', path = ''] = match;
  return `${origin}${path}`;
}
