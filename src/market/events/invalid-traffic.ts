import type { RequestFacts } from '../../request-facts';
import type { AddressTable } from './address-table';
import type { InvalidTraffic } from './event';

/**
 * Words that name a program which is not somebody's browser: crawlers, link previews, monitors, HTTP libraries, remote
 * controlled browsers. One alternation without nested repetition: linear in the text.
 */
const botPattern = new RegExp(
  [
    // CUBOT is a maker of phones.
    String.raw`(?<!cu)bot(?:\b|[-_/])`,
    String.raw`crawl(?:er|ing)`,
    String.raw`spider`,
    String.raw`scrap(?:er|ing|y)`,
    String.raw`ia_archiver|slurp|mediapartners|feedfetcher|google-inspectiontool|apis-google`,
    String.raw`facebookexternalhit|meta-external|whatsapp\/|skypeuripreview|embedly|quora link preview|bingpreview|bitlybot`,
    String.raw`pingdom|uptimerobot|statuscake|site24x7|newrelicpinger|datadog|lighthouse|pagespeed|gtmetrix|ptst\/`,
    String.raw`headless|phantomjs|slimerjs|selenium|webdriver|puppeteer|playwright|cypress\/|electron-fetch`,
    String.raw`\bcurl\/|\bwget\b|libwww-perl|lwp::|\bpython(?:-|\/|\b)|aiohttp|httpx\/|go-http-client|\bjava\/|apache-httpclient|jakarta commons`,
    String.raw`\bruby\b|faraday|guzzlehttp|\bphp\/|node-fetch|undici|\baxios\/|\bgot \(|superagent|postmanruntime|insomnia\/|httpie`,
    String.raw`nikto|nessus|sqlmap|masscan|nmap|zgrab|nuclei|censys|expanse|semrush|ahrefs|gptbot|chatgpt-user|claude-user|perplexity-user`,
    // The user agents of some run times' own fetch.
    String.raw`^(?:node|deno|bun|java|ruby|perl|php|test|-)(?:\/[\d.]+)?$`,
  ].join('|'),
  'i',
);

/** Request headers by which browsers and proxies say that nobody looks at the answer yet. */
const prefetchHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
const prefetchPattern = /\b(?:prefetch|prerender|preview)\b/i;

/** Longer user agents are cut; so is the work that somebody can make us do. */
export const maxUserAgentLength = 512;

/** Why the event of a request must not count; null: it counts. Pure. @see docs/contract.md §6 */
export function classifyTraffic(
  request: RequestFacts,
  dataCentres: AddressTable,
): Exclude<InvalidTraffic, 'no_impression' | 'repeat'> | null {
  if (isPrefetch(request.headers)) return 'prefetch';
  // A client that hangs up at once has no address any more. Browsers do not do that.
  if (isBot(request.userAgent) || request.remoteAddress === '') return 'bot';
  return dataCentres.has(request.remoteAddress) ? 'data_center' : null;
}

function isPrefetch(headers: RequestFacts['headers']): boolean {
  return prefetchHeaders.some((name) => {
    const value = headers[name];
    if (value === undefined) return false;
    return prefetchPattern.test(typeof value === 'string' ? value : value.join(','));
  });
}

/** A program that does not say what it is counts as one. */
function isBot(userAgent: string): boolean {
  const text = userAgent.slice(0, maxUserAgentLength).trim();
  return text === '' || botPattern.test(text);
}
