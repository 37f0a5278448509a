/** Where a browser without a session is sent. */
export const logInPath = '/auth/log-in';

/** The log-in page, from which a browser goes on to `returnPath`; null: it stays there. */
export function logInPathTo(returnPath: string | null): string {
  if (returnPath === null) return logInPath;
  return `${logInPath}?${new URLSearchParams({ return_to: returnPath }).toString()}`;
}

/** Where a link for a new password is asked for. */
export const forgottenPasswordPath = '/auth/forgotten-password';

/** Where strangers make accounts. */
export const registerPath = '/auth/register-account';

/** Where the panel is. */
export const panelPath = '/panel/';

/** Where to go afterwards: back to the authorization endpoint or into the panel, and nowhere else. */
export function readReturnPath(value: unknown): string | null {
  return typeof value === 'string' &&
    /^(?:\/auth\/authorize\?[\x21-\x7e]{1,6000}|\/panel\/[\x21-\x7e]{0,6000})$/.test(value)
    ? value
    : null;
}
