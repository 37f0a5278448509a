import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import type { RequestFacts } from '../../request-facts';
import { namesEngine } from './browser-engines';
import type { InvalidTraffic } from './event';
import { isMetaverseClient } from './metaverse-clients';

/** Request headers by which browsers and proxies say that nobody looks at the answer yet. */
const prefetchHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
const prefetchPattern = /\b(?:prefetch|prerender|preview)\b/i;

/** Longer user agents are cut; so is the work that somebody can make us do. */
export const maxUserAgentLength = 512;

/** Why the event of a request must not count; null: it counts. @see docs/contract.md §6 */
export function classifyTraffic(
  request: RequestFacts,
  rules: {
    /** The list of networks that an address is on; null: none. */
    readonly findingOf: (address: string) => 'data_center' | 'proxy' | null;
    /** True for the web, where no tag has measured the event: a browser has to say so. */
    readonly needsBrowser: boolean;
  },
): Exclude<InvalidTraffic, 'no_impression' | 'repeat'> | null {
  if (isPrefetch(request.headers)) return 'prefetch';
  // A client that hangs up at once has no address any more. Browsers do not do that.
  const client = clientOf(request.userAgent);
  if (client === 'bot' || request.remoteAddress === '') return 'bot';
  const finding = rules.findingOf(request.remoteAddress);
  if (finding !== null) return finding;
  return rules.needsBrowser && client !== 'browser' ? 'unknown_browser' : null;
}

function isPrefetch(headers: RequestFacts['headers']): boolean {
  return prefetchHeaders.some((name) => {
    const value = headers[name];
    if (value === undefined) return false;
    return prefetchPattern.test(typeof value === 'string' ? value : value.join(','));
  });
}

type Client = 'bot' | 'browser' | 'other';

/** By the user agent: browsers are few, and the list of crawlers is long. */
const known = new LRUCache<string, Client>({ max: 5_000 });

function clientOf(userAgent: string): Client {
  let client = known.get(userAgent);
  if (client === undefined) {
    // A copy: a part of a text keeps the whole text in memory.
    const text = Buffer.from(userAgent.slice(0, maxUserAgentLength)).toString().trim();
    client = classifyClient(text);
    if (userAgent.length <= maxUserAgentLength) known.set(userAgent, client);
  }
  return client;
}

/** A program that does not say what it is counts as a bot. */
function classifyClient(text: string): Client {
  if (text === '') return 'bot';
  if (isbot(text)) return isMetaverseClient(text) ? 'other' : 'bot';
  return namesEngine(text) ? 'browser' : 'other';
}
