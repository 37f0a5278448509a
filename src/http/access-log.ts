import type { Logger } from 'pino';
import type { EndedRequest } from './request-observer';

/**
 * Makes a log of requests, one line each.
 *
 * @param options.often routes of which only every `sample`-th answer is logged, and each that is an error of the server
 */
export function createAccessLog(
  log: Pick<Logger, 'info'>,
  { often, sample }: { readonly often: RegExp; readonly sample: number },
): (ended: EndedRequest) => void {
  let count = 0;
  return (ended) => {
    if (ended.status < 500 && often.test(ended.route)) {
      count = (count + 1) % sample;
      if (count !== 0) return;
    }
    log.info(ended, 'request');
  };
}
