import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { InventoryReader, type ListOptions } from '../../../src/peers/import/inventory-reader';
import { aListedCampaign, aListedCreative } from '../listed';
import { toTaken } from '../imported';

const options: ListOptions = {
  types: ['image', 'video'],
  allowsLoopback: false,
  adsTxtRequired: false,
  classifiers: new Map(),
  requiredClassifier: null,
  mostCampaigns: 5_000,
  mostCreatives: 20_000,
  mostBytes: 2 ** 28,
};

function read(list: readonly unknown[], changes: Partial<ListOptions> = {}) {
  const reader = new InventoryReader({ ...options, ...changes });
  for (const _slice of reader.read(list));
  return reader;
}

const good = aListedCampaign({ id: 'a'.repeat(32) }, [aListedCreative({ id: 'b'.repeat(32) })]);
const without = (of: object, name: string) =>
  Object.fromEntries(Object.entries(of).filter(([member]) => member !== name));

describe('a list', () => {
  it('is read as the format says', () => {
    const [taken] = toTaken(read([aListedCampaign()]).taken);
    expect(taken).toEqual({
      campaign: {
        theirId: '4b6e0000000040008000000000000001',
        landingUrl: 'https://shop.example/landing',
        medium: 'web',
        vendor: null,
        startsAt: new Date('2026-01-01T00:00:00Z'),
        endsAt: null,
        maxCpm: 500_000_000_000n,
        maxCpc: 0n,
        hourlyBudget: 970_300_000_000n,
        targeting: {
          requires: { user: {}, site: { domain: ['news.example'] }, device: {} },
          excludes: { user: {}, site: {}, device: {} },
        },
      },
      creatives: [
        {
          theirId: '7c1f0000000040008000000000000001',
          type: 'image',
          mime: 'image/png',
          scope: '300x250',
          hash: '829c3804401b0727f70f73d4415e162400cbe57b',
          serveUrl: 'https://demand.example/serve/x7c1f0000000040008000000000000001.doc?v=829c',
          viewUrl: 'https://demand.example/view/7c1f0000000040008000000000000001',
          clickUrl: 'https://demand.example/click/7c1f0000000040008000000000000001',
          keywords: {},
        },
      ],
    });
  });

  it('of nothing has nothing', () => {
    expect(toTaken(read([]).taken)).toEqual([]);
  });
});

describe('what is wrong with a campaign leaves it out, and not its neighbour:', () => {
  const ofMembers = (members: object) => aListedCampaign(members);
  it.each<readonly [string, unknown, string]>([
    ['no object', 'text', 'no_object'],
    ['null', null, 'no_object'],
    ['a list', [], 'no_object'],
    ...['id'].map((name) => [`no ${name}`, without(ofMembers({}), name), 'id'] as const),
    ['an id with dashes', ofMembers({ id: '4b6e0000-0000-4000-8000-000000000001' }), 'id'],
    ['an id of 30 digits', ofMembers({ id: '4b6e00000000400080000000000001' }), 'id'],
    ['an id twice', ofMembers({ id: 'A'.repeat(32) }), 'duplicate_id'],
    ...['date_start', 'date_end', 'created_at', 'updated_at'].map(
      (name) => [`no ${name}`, without(ofMembers({}), name), 'dates'] as const,
    ),
    ['another form of a time', ofMembers({ date_start: '2026-01-01 00:00:00' }), 'dates'],
    ['another zone', ofMembers({ date_start: '2026-01-01T00:00:00+02:00' }), 'dates'],
    ['fractions of seconds', ofMembers({ created_at: '2026-01-01T00:00:00.5Z' }), 'dates'],
    ['a time that nobody stores', ofMembers({ updated_at: '2039-01-01T00:00:00Z' }), 'dates'],
    ['a time before 1970', ofMembers({ created_at: '1969-12-31T23:59:59Z' }), 'dates'],
    ['a second too late', ofMembers({ date_end: '2038-01-19T03:14:08Z' }), 'dates'],
    ['a day that there is not', ofMembers({ date_end: '2026-02-30T00:00:00Z' }), 'dates'],
    ['an end at its start', ofMembers({ date_end: '2026-01-01T00:00:00+00:00' }), 'dates'],
    ['no budget', without(ofMembers({}), 'budget'), 'budget'],
    ['a budget of 0', ofMembers({ budget: 0 }), 'budget'],
    ['a budget of less', ofMembers({ budget: -1 }), 'budget'],
    ['a budget as text', ofMembers({ budget: '5' }), 'budget'],
    ['a budget with a fraction', ofMembers({ budget: 1.5 }), 'budget'],
    ['a budget past all sums', ofMembers({ budget: 2 ** 63 }), 'budget'],
    ...['max_cpc', 'max_cpm'].flatMap((name) => [
      [`no ${name}`, without(ofMembers({}), name), 'price'] as const,
      [`a ${name} below 0`, ofMembers({ [name]: -1 }), 'price'] as const,
      [`a ${name} of 2^63`, ofMembers({ [name]: 2 ** 63 }), 'price'] as const,
      [`a ${name} with a fraction`, ofMembers({ [name]: 0.5 }), 'price'] as const,
    ]),
    ['no landing URL', without(ofMembers({}), 'landing_url'), 'landing_url'],
    ['a landing URL of null', ofMembers({ landing_url: null }), 'landing_url'],
    ['a landing URL that runs', ofMembers({ landing_url: 'javascript:alert(1)' }), 'landing_url'],
    [
      'one with a host',
      ofMembers({ landing_url: 'javascript://shop.example/%0aalert(1)' }),
      'landing_url',
    ],
    [
      'a long landing URL',
      ofMembers({ landing_url: `https://a.example/${'a'.repeat(1_024)}` }),
      'landing_url',
    ],
    ['vendor and no medium', ofMembers({ vendor: 'decentraland' }), 'medium'],
    ['an unknown medium', ofMembers({ medium: 'radio' }), 'medium'],
    ['a vendor that is no text', ofMembers({ medium: 'metaverse', vendor: 7 }), 'medium'],
    ...['targeting_requires', 'targeting_excludes'].flatMap((name) => [
      [`no ${name}`, without(ofMembers({}), name), 'targeting'] as const,
      [`${name} of null`, ofMembers({ [name]: null }), 'targeting'] as const,
      [`${name} of text`, ofMembers({ [name]: { site: 'a.example' } }), 'targeting'] as const,
      [
        `${name} of numbers`,
        ofMembers({ [name]: { site: { domain: [7] } } }),
        'targeting',
      ] as const,
    ]),
    ...['https://', '/'].map(
      (domain) =>
        [
          `a site that is no domain but ${domain}`,
          ofMembers({ targeting_requires: { site: { domain: ['news.example', domain] } } }),
          'targeting',
        ] as const,
    ),
    [
      'a group that nobody has',
      ofMembers({ targeting_requires: { weather: { sky: ['blue'] } } }),
      'targeting',
    ],
    [
      'a name of an option that is a path',
      ofMembers({ targeting_requires: { site: { $where: ['1'] } } }),
      'targeting',
    ],
    [
      'targeting that is too long to be stored, within its numbers of options and values',
      ofMembers({
        targeting_excludes: {
          site: Object.fromEntries(
            Array.from({ length: 10 }, (_, at) => [`o${at}`, Array(1_000).fill('x'.repeat(255))]),
          ),
        },
      }),
      'targeting',
    ],
    ['no banners', without(ofMembers({}), 'banners'), 'no_creatives'],
    ['banners that are no list', ofMembers({ banners: {} }), 'no_creatives'],
    ['an empty list of banners', ofMembers({ banners: [] }), 'no_creatives'],
  ])('%s', (_cause, campaign, reason) => {
    const reader = read([good, campaign]);
    expect(toTaken(reader.taken).map(({ campaign: { theirId } }) => theirId)).toEqual([
      'a'.repeat(32),
    ]);
    expect(reader.leftOut).toEqual({ [reason]: 1 });
    const [first] = toTaken(read([campaign, good]).taken).slice(-1);
    expect(first?.campaign.theirId).toBe('a'.repeat(32));
  });
});

describe('what is wrong with a creative leaves it out, and not its campaign:', () => {
  const of = (members: object) => aListedCreative(members);
  it.each<readonly [string, unknown, string]>([
    ['no object', 'text', 'no_object'],
    ['null', null, 'no_object'],
    ['no id', without(of({}), 'id'), 'id'],
    ['an id with dashes', of({ id: '7c1f0000-0000-4000-8000-000000000001' }), 'id'],
    ['an id of another campaign', of({ id: 'B'.repeat(32) }), 'duplicate_id'],
    ['no type', without(of({}), 'type'), 'type'],
    ['an unknown type', of({ type: 'sound' }), 'type'],
    ['a type that the operator does not take', of({ type: 'html' }), 'type_not_taken'],
    ['no MIME type', without(of({}), 'mime'), 'mime'],
    ['a MIME type of null', of({ mime: null }), 'mime'],
    ['a MIME type of one word', of({ mime: 'image' }), 'mime'],
    ['a long MIME type', of({ mime: `image/${'a'.repeat(128)}` }), 'mime'],
    ['no size', without(of({}), 'size'), 'size'],
    ['a size that is no text', of({ size: 300 }), 'size'],
    ['a long size', of({ size: '1'.repeat(17) }), 'size'],
    ['a size with a sign', of({ size: '300"x250' }), 'size'],
    ['a checksum that is not hex', of({ checksum: 'g'.repeat(40) }), 'checksum'],
    ['a short checksum', of({ checksum: 'abc' }), 'checksum'],
    ...['serve_url', 'view_url', 'click_url'].flatMap((name) => [
      [`no ${name}`, without(of({}), name), 'urls'] as const,
      [`a relative ${name}`, of({ [name]: '/serve/1' }), 'urls'] as const,
      [`a ${name} that runs`, of({ [name]: 'javascript:alert(1)' }), 'urls'] as const,
      [`a ${name} with a user`, of({ [name]: 'https://a:b@demand.example/' }), 'urls'] as const,
      [`a ${name} in this network`, of({ [name]: 'https://10.0.0.1/' }), 'urls'] as const,
      [`a ${name} of this machine`, of({ [name]: 'http://127.0.0.1/' }), 'urls'] as const,
      [`a long ${name}`, of({ [name]: `https://a.example/${'a'.repeat(1_024)}` }), 'urls'] as const,
    ]),
  ])('%s', (_cause, creative, reason) => {
    const other = aListedCampaign({}, [creative, aListedCreative({ id: 'c'.repeat(32) })]);
    const reader = read([good, other]);
    expect(
      toTaken(reader.taken).map(({ creatives }) => creatives.map(({ theirId }) => theirId)),
    ).toEqual([['b'.repeat(32)], ['c'.repeat(32)]]);
    expect(reader.leftOut).toEqual({ [reason]: 1 });
  });
});

describe('a limit of a campaign or a creative', () => {
  const values = (count: number, length = 2) => Array(count).fill('x'.repeat(length));
  const options = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`o${at}`, ['x']]));
  const requiring = (site: object) => aListedCampaign({ targeting_requires: { site } });
  const url = (length: number) => 'https://a.example/'.padEnd(length, 'a');
  const withCreative = (changes: object) => aListedCampaign({}, [aListedCreative(changes)]);
  /** Targeting that has so many characters as JSON. */
  const long = (characters: number) => {
    const of = (padding: number) => ({
      site: { domain: values(1_000, 255), o: [...values(15, 255), 'x'.repeat(padding)] },
    });
    const bare = JSON.stringify([[], of(0)]).length;
    return aListedCampaign({ targeting_requires: [], targeting_excludes: of(characters - bare) });
  };
  it.each<readonly [string, (of: number) => unknown, most: number]>([
    ['options of a group', (of) => requiring(options(of)), 50],
    ['values of an option', (of) => requiring({ domain: values(of) }), 1_000],
    ['characters of a value', (of) => requiring({ domain: values(1, of) }), 255],
    ['characters of its targeting', long, 262_144],
    ['characters of a landing page', (of) => aListedCampaign({ landing_url: url(of) }), 1_024],
    ['characters of a URL', (of) => withCreative({ view_url: url(of) }), 1_024],
    ['characters of a size', (of) => withCreative({ size: '1'.repeat(of) }), 16],
    ['characters of a MIME type', (of) => withCreative({ mime: 'a/'.padEnd(of, 'b') }), 127],
    ['10^-11 USD of a price', (of) => aListedCampaign({ max_cpm: of }), 10 ** 17],
    ['10^-11 USD of a budget', (of) => aListedCampaign({ budget: of }), 10 ** 17],
  ])('of %s holds', (_what, campaign, most) => {
    const next = most + (most > 2 ** 53 ? 16 : 1);
    expect(toTaken(read([good, campaign(most)]).taken)).toHaveLength(2);
    expect(toTaken(read([good, campaign(next)]).taken)).toHaveLength(1);
  });
});

describe('what other servers let pass', () => {
  const [first] = toTaken(read([good]).taken);
  const campaignOf = (members: object) =>
    toTaken(read([aListedCampaign(members)]).taken)[0]?.campaign;
  const creativeOf = (members: object, changes: Partial<ListOptions> = {}) =>
    toTaken(read([aListedCampaign({}, [aListedCreative(members)])], changes).taken)[0]
      ?.creatives[0];

  it('is taken: unknown members, times with Z, prices of null, no classification', () => {
    expect(first).toBeDefined();
    expect(campaignOf({ more: 1 })).toBeDefined();
    expect(campaignOf({ date_start: '2026-01-01T00:00:00Z' })?.startsAt).toEqual(
      new Date('2026-01-01T00:00:00Z'),
    );
    expect(campaignOf({ max_cpm: null, max_cpc: null })).toMatchObject({ maxCpm: 0n, maxCpc: 0n });
    expect(creativeOf({ classification: null })).toBeDefined();
  });

  it('is taken with the first and the last second that others store', () => {
    const times = {
      ...{ created_at: '1970-01-01T00:00:00Z', updated_at: '2038-01-19T03:14:07Z' },
      ...{ date_start: '1970-01-01T00:00:00+00:00', date_end: '2038-01-19T03:14:07+00:00' },
    };
    expect(campaignOf(times)).toMatchObject({
      startsAt: new Date(0),
      endsAt: new Date('2038-01-19T03:14:07Z'),
    });
  });

  it('has its medium by the domains of its sites where it names none', () => {
    const of = (...domain: string[]) =>
      campaignOf({ medium: null, targeting_requires: { site: { domain } } });
    expect(of('scene-1.cryptovoxels.com')).toMatchObject({
      ...{ medium: 'metaverse', vendor: 'cryptovoxels' },
    });
    expect(of('scene-1.cryptovoxels.com', 'news.example')?.medium).toBe('web');
    expect(of('cryptovoxels.com.evil.example')?.medium).toBe('web');
    expect(campaignOf({ medium: null, targeting_requires: [] })?.medium).toBe('web');
  });

  it('has bare domains', () => {
    const targeting_excludes = { site: { domain: ['https://www.news.example/'] } };
    expect(campaignOf({ targeting_excludes })?.targeting.excludes.site).toEqual({
      domain: ['www.news.example'],
    });
  });

  it('is asked for by https', () => {
    expect(creativeOf({ serve_url: '//demand.example/a' })?.serveUrl).toBe(
      'https://demand.example/a',
    );
    expect(creativeOf({ serve_url: 'http://demand.example/a' })?.serveUrl).toBe(
      'https://demand.example/a',
    );
    const local = { serve_url: 'http://127.0.0.1:8080/a' };
    expect(creativeOf(local, { allowsLoopback: true })?.serveUrl).toBe('http://127.0.0.1:8080/a');
  });

  it('may be a link without a MIME type', () => {
    const link = { type: 'direct', mime: null, size: 'pop-up' };
    expect(creativeOf(link, { types: ['direct'] })).toMatchObject({ mime: 'text/plain' });
  });
});

describe('a long list', () => {
  const many = (count: number, creatives = 1) =>
    Array.from({ length: count }, (_one, at) =>
      aListedCampaign(
        { id: at.toString(16).padStart(32, '0') },
        Array.from({ length: creatives }, (_creative, of) =>
          aListedCreative({ id: (at * creatives + of).toString(16).padStart(32, '0') }),
        ),
      ),
    );

  it('is taken up to its campaigns and creatives', () => {
    const byCampaigns = read(many(12), { mostCampaigns: 10 });
    expect([byCampaigns.campaigns, byCampaigns.leftOut]).toEqual([10, { too_many: 2 }]);
    const byCreatives = read(many(6, 2), { mostCreatives: 5 });
    expect(byCreatives.creatives).toBe(5);
    expect(byCreatives.leftOut).toEqual({ too_many: 7, no_creatives: 3 });
  });

  it('is looked at no further than it could be taken', () => {
    const wrong = Array.from({ length: 100_000 }, () => 7);
    const reader = read([...wrong, good], { mostCampaigns: 10 });
    expect([reader.campaigns, reader.leftOut]).toEqual([0, { no_object: 20, too_many: 99_981 }]);
    const banners = Array.from({ length: 100_000 }, () => 7);
    const inOne = read([aListedCampaign({}, banners), good], { mostCreatives: 10 });
    expect(inOne.leftOut).toEqual({ no_object: 20, too_many: 99_981, no_creatives: 2 });
  });

  it('lets others have their turn', () => {
    const reader = new InventoryReader(options);
    const slices = [...reader.read(many(200))];
    expect(slices.length).toBeGreaterThanOrEqual(4);
    expect(reader.campaigns).toBe(200);
  });
});

it('of a server that wants its line in ads.txt of hosts is taken without its campaigns of the web', () => {
  const medium = { medium: 'metaverse', vendor: 'decentraland' };
  const scene = aListedCampaign(
    {
      ...medium,
      id: 'c'.repeat(32),
      targeting_requires: { site: { domain: ['decentraland.org'] } },
    },
    [aListedCreative({ id: 'd'.repeat(32) })],
  );
  const reader = read([good, scene], { adsTxtRequired: true });
  expect(toTaken(reader.taken).map(({ campaign }) => campaign.theirId)).toEqual(['c'.repeat(32)]);
  expect(reader.leftOut).toEqual({ ads_txt_required: 1 });
});

describe('a list with findings of classifiers', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const classifiers = new Map([['staff', { algorithm: 'ed25519', publicKey } as const]]);
  const hash = '829c3804401b0727f70f73d4415e162400cbe57b';
  const text = createHash('sha256').update(hash, 'hex').update('1770638400[]').digest('hex');
  const signature = sign(null, Buffer.from(text), privateKey).toString('hex');
  const staff = { keywords: {}, signature, signed_at: '2026-02-09T12:00:00Z' };
  const looked = aListedCreative({ id: 'c'.repeat(32), classification: { staff } });
  const list = [
    aListedCampaign({}, [looked, aListedCreative()]),
    aListedCampaign({ id: 'd'.repeat(32) }, [aListedCreative({ id: 'e'.repeat(32) })]),
  ];

  it('is taken with those that count', () => {
    const reader = read(list, { classifiers });
    const found = toTaken(reader.taken).flatMap(({ creatives }) =>
      creatives.map((one) => one.keywords),
    );
    expect([found, reader.leftOut]).toEqual([[{ 'staff:classified': ['1'] }, {}, {}], {}]);
  });

  it('is taken without what the demanded classifier has not looked at', () => {
    const reader = read(list, { classifiers, requiredClassifier: 'staff' });
    const found = toTaken(reader.taken).flatMap(({ creatives }) =>
      creatives.map((one) => one.theirId),
    );
    expect(found).toEqual(['c'.repeat(32)]);
    expect(reader.leftOut).toEqual({ not_classified: 2, no_creatives: 1 });
  });
});
