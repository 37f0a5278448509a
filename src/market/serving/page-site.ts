import { AppError } from '../../errors';
import { assertSameMedium } from '../../supply/sites/site.service';
import type { BidRequestSite } from './bid-request';
import type { KnownSite } from './known-supply';

/** @throws {AppError} `VALIDATION_FAILED` when a page says another medium or vendor than its site has. */
export function assertSite({ site }: KnownSite, { medium, vendor }: BidRequestSite): void {
  if (medium === null && vendor === null) return;
  try {
    assertSameMedium(site, medium, vendor);
  } catch (error) {
    throw atSite(error);
  }
}

/** Runs something whose errors name members of a site, and lets them name those of the request. */
export async function namedInRequest<Value>(run: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    throw atSite(error);
  }
}

/** The site's own field names, as they are called inside a bid request. */
function atSite(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.details) return error;
  const details = Object.fromEntries(
    Object.entries(error.details).map(([path, problems]) => [`site.${path}`, problems]),
  );
  return new AppError(error.code, error.message, { cause: error, details });
}
