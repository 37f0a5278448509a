import type { Logger } from 'pino';
import type { EndedRequest } from './request-observer';

/** What pages and visitors ask for: there are so many that some stand for all. */
const adPath = /^\/(?:find|view|click|main\.js|(?:serve|supply|kw|tag)\/.*)$/;

/**
 * Makes a log of requests, one line each: on the ad path of every `sample`-th answer, and of each that is an error of
 * the server.
 */
export function createAccessLog(
  log: Pick<Logger, 'info'>,
  sample: number,
): (ended: EndedRequest) => void {
  let count = 0;
  return (ended) => {
    if (ended.status < 500 && adPath.test(ended.route)) {
      count = (count + 1) % sample;
      if (count !== 0) return;
    }
    log.info(ended, 'request');
  };
}
