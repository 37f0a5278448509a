import { minuteMs } from '../../../time';

/** How long access tokens of clients live; a refresh token, or the client's secret, gets the next one. */
export const accessTokenSeconds = 3_600;
/** How long an authorization code may be redeemed. */
export const codeMs = 10 * minuteMs;
