import type { Reply } from '../../support/app';

/** The one form of times in answers. */
export const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/;

/** A campaign as clients send it. */
export const draft = {
  status: 'draft',
  name: 'Spring sale',
  targetUrl: 'https://shop.example/landing',
  maxCpc: 0,
  maxCpm: null,
  budget: 10,
  medium: 'web',
  vendor: null,
  dateStart: '2026-02-09T12:00:00+00:00',
  dateEnd: null,
};

/** The status of an answer, and the members that it finds bad. */
export const fieldsOf = ({ status, body }: Reply) => [
  status,
  Object.keys(body.errors ?? {}).sort(),
];

/** Faults of a campaign: name, sent members, and the member that the error names. */
export const wrongTerms: readonly (readonly [string, object, string])[] = [
  ['an empty name', { name: '' }, 'name'],
  ['a blank name', { name: ' \t ' }, 'name'],
  ['a number for a name', { name: 5 }, 'name'],
  ['a name of 256 bytes', { name: 'é'.repeat(128) }, 'name'],
  ['a name with a control character', { name: 'a\u0000b' }, 'name'],
  ['a name with half a character', { name: '\ud800' }, 'name'],
  ['a status that is none', { status: 'running' }, 'status'],
  ['a status of the system', { status: 'suspended' }, 'status'],
  ['the number of a status', { status: 2 }, 'status'],
  ['a status of the prototype', { status: 'constructor' }, 'status'],
  ['a javascript: URL', { targetUrl: 'javascript:alert(1)' }, 'targetUrl'],
  ['a relative URL', { targetUrl: '/landing' }, 'targetUrl'],
  ['a URL without a host', { targetUrl: 'https:/auth/logout' }, 'targetUrl'],
  ['a URL without slashes', { targetUrl: 'https:shop.example' }, 'targetUrl'],
  ['a URL with a password', { targetUrl: 'https://a:b@shop.example/' }, 'targetUrl'],
  ['a URL of 1025 bytes', { targetUrl: `https://x.example/${'x'.repeat(1007)}` }, 'targetUrl'],
  ['a list of URLs', { targetUrl: ['https://x.example/'] }, 'targetUrl'],
  ['a negative budget', { budget: -1 }, 'budget'],
  ['a budget past int64', { budget: 1e9 }, 'budget'],
  ['a budget past all', { budget: 1e300 }, 'budget'],
  ['a budget in words', { budget: 'ten' }, 'budget'],
  ['an exponent', { budget: '1e3' }, 'budget'],
  ['a true budget', { budget: true }, 'budget'],
  ['an object for a price', { maxCpc: {} }, 'maxCpc'],
  ['a negative price of clicks', { maxCpc: -0.1 }, 'maxCpc'],
  ['a negative price', { maxCpm: -0.1 }, 'maxCpm'],
  ['a list for a price', { maxCpm: [1] }, 'maxCpm'],
  ['a day for a time', { dateStart: '2026-02-09' }, 'dateStart'],
  ['a time without an offset', { dateStart: '2026-02-09T12:00:00' }, 'dateStart'],
  ['the 30th of February', { dateStart: '2026-02-30T12:00:00Z' }, 'dateStart'],
  ['the 25th hour', { dateStart: '2026-02-20T24:00:00Z' }, 'dateStart'],
  ['a time past the year 9999', { dateStart: '9999-12-31T23:59:59-01:00' }, 'dateStart'],
  ['a time before the year 0', { dateStart: '0000-01-01T00:00:00+01:00' }, 'dateStart'],
  ['a Unix time', { dateStart: 1_770_000_000 }, 'dateStart'],
  ['an end that is none', { dateEnd: 'never' }, 'dateEnd'],
  ['an end before the start', { dateEnd: '2026-02-09T11:59:59Z' }, 'dateEnd'],
  ['a text for the targeting', { targeting: 'news' }, 'targeting'],
  ['an unknown group', { targeting: { requires: { page: {} } } }, 'targeting.requires.page'],
  ['an unknown group, flat', { targeting: { page: {} } }, 'targeting.page'],
  ['an unknown option', { targeting: { user: { shoes: [] } } }, 'targeting.user.shoes'],
  [
    'an unknown value',
    { targeting: { excludes: { site: { category: ['shoes'] } } } },
    'targeting.excludes.site.category',
  ],
  [
    'a domain that is none',
    { targeting: { site: { domain: ['http://x'] } } },
    'targeting.site.domain',
  ],
  [
    'the literal dotted member',
    { 'campaign.targeting': { user: { shoes: [] } } },
    'campaign.targeting.user.shoes',
  ],
  [
    'a nested member',
    { campaign: { targeting: { user: { shoes: [] } } } },
    'campaign.targeting.user.shoes',
  ],
];
