import { describe, expect, it } from '@jest/globals';
import { defaultTaxonomy } from '../../../src/demand/taxonomy/default-taxonomy';
import type { TargetingOption } from '../../../src/demand/taxonomy/targeting-options';
import {
  findFormats,
  findTargetingOptions,
  flattenTargeting,
  isKnownMedium,
  noTargeting,
  type CampaignTargeting,
  toTargeting,
  validateTargeting,
} from '../../../src/demand/taxonomy/taxonomy';

const itemCount = (option: TargetingOption | undefined) =>
  option?.type === 'dict' ? Object.keys(option.items).length : null;

describe('taxonomy', () => {
  it.each([
    ['web', null, true],
    ['metaverse', null, true],
    ['metaverse', 'milc', true],
    ['web', 'milc', false],
    ['metaverse', '', false],
    ['radio', null, false],
    ['__proto__', null, false],
  ])('knows medium %s with vendor %s: %s', (medium, vendor, known) => {
    expect(isKnownMedium(defaultTaxonomy, medium, vendor)).toBe(known);
    expect(findFormats(defaultTaxonomy, medium, vendor) !== null).toBe(known);
  });

  it.each([
    ['web', null, { image: 30, html: 30, video: 30, direct: 2 }],
    ['metaverse', null, { image: 22, video: 22 }],
    ['metaverse', 'decentraland', { image: 22, video: 22 }],
    ['metaverse', 'cryptovoxels', { image: 22, video: 22, model: 1 }],
    ['metaverse', 'milc', { image: 8, video: 8 }],
  ])('%s, vendor %s has the scopes of each type', (medium, vendor, counts) => {
    const formats = findFormats(defaultTaxonomy, medium, vendor)!;
    expect(
      Object.fromEntries(formats.map(({ type, scopes }) => [type, new Set(scopes).size])),
    ).toEqual(counts);
  });

  it.each([
    [null, ['image/gif', 'image/jpeg', 'image/png', 'image/webp']],
    ['polkacity', ['image/jpeg', 'image/png']],
    ['cryptovoxels', ['image/gif', 'image/jpeg', 'image/png']],
  ])('takes images of vendor %s as %j', (vendor, mimes) => {
    expect(
      findFormats(defaultTaxonomy, 'metaverse', vendor)!.find(({ type }) => type === 'image')!
        .mimes,
    ).toEqual(mimes);
  });

  it('knows all countries and languages, each with a name of its own', () => {
    const { user } = findTargetingOptions(defaultTaxonomy, 'web', null)!;
    expect(user.map((option) => [option.name, itemCount(option)])).toEqual([
      ['country', 250],
      ['language', 185],
    ]);
    for (const option of user) {
      const labels = option.type === 'dict' ? Object.values(option.items) : [];
      expect(new Set(labels).size).toBe(labels.length);
      expect(labels.filter((label) => typeof label !== 'string' || label.length < 3)).toEqual([]);
    }
  });
});

const validate = (medium: string, vendor: string | null, targeting: unknown, path: string) =>
  validateTargeting(defaultTaxonomy, { medium, vendor, targeting }, path);
const flatten = (targeting: CampaignTargeting) =>
  flattenTargeting(defaultTaxonomy, { medium: 'web', vendor: null, targeting });

describe('validateTargeting', () => {
  it.each([
    [
      'both halves',
      {
        requires: { user: { country: ['de', 'fr'] } },
        excludes: { device: { browser: ['msie'] } },
      },
    ],
    ['no levels', { user: { language: ['en'] }, site: { category: ['news', 'health', 'diets'] } }],
    [
      'typed-in domains',
      {
        requires: {
          site: { domain: ['news.example', 'bücher.example', 'localhost', '127.0.0.1', '[::1]'] },
        },
      },
    ],
    ['nothing', undefined],
    ['null', null],
    ['empty lists for empty objects', { requires: { user: [] }, excludes: [] }],
    ['an option without values', { site: { quality: [] } }],
  ])('finds nothing in %s', (_case, targeting) => {
    expect(validate('web', null, targeting, 'targeting')).toEqual({});
  });

  it.each([
    ['a string', 'all', 'targeting', 'must be an object'],
    ['a list', [{}], 'targeting', 'must be an object'],
    ['a group that is text', { site: 'x' }, 'targeting.site', 'must be an object'],
    [
      'values outside a list',
      { requires: { site: { category: 'news' } } },
      'targeting.requires.site.category',
      'must be a list of strings',
    ],
    [
      'a number as a value',
      { site: { category: [1] } },
      'targeting.site.category',
      'must be a list of strings',
    ],
    [
      'null as values',
      { site: { category: null } },
      'targeting.site.category',
      'must be a list of strings',
    ],
    [
      'an unknown group',
      { requires: { weather: {} } },
      'targeting.requires.weather',
      'is unknown, must be one of user, site, device',
    ],
    [
      'a group beside the halves',
      { requires: {}, user: {} },
      'targeting.user',
      'is unknown, must be one of requires, excludes',
    ],
    [
      'an unknown option',
      { device: { colour: ['red'] } },
      'targeting.device.colour',
      'is unknown, must be one of type, os, browser, extensions',
    ],
    [
      'an unknown value',
      { excludes: { user: { country: ['de', 'DE'] } } },
      'targeting.excludes.user.country',
      'unknown values: "DE"',
    ],
    [
      'a prototype key as a value',
      { user: { country: ['__proto__', 'constructor'] } },
      'targeting.user.country',
      'unknown values: "__proto__", "constructor"',
    ],
    [
      'a prototype key as an option',
      JSON.parse('{"user":{"__proto__":["x"]}}'),
      'targeting.user.__proto__',
      'is unknown, must be one of country, language',
    ],
    [
      'a URL as a domain',
      { site: { domain: ['https://news.example'] } },
      'targeting.site.domain',
      '"https://news.example" is not a domain',
    ],
    [
      'a path',
      { site: { domain: ['news.example/a'] } },
      'targeting.site.domain',
      '"news.example/a" is not a domain',
    ],
    [
      'a leading dot',
      { site: { domain: ['.example'] } },
      'targeting.site.domain',
      '".example" is not a domain',
    ],
    ['one character', { site: { domain: ['a'] } }, 'targeting.site.domain', '"a" is not a domain'],
    [
      'a long domain',
      { site: { domain: [`${'a.'.repeat(128)}b`] } },
      'targeting.site.domain',
      `"${'a.'.repeat(32)}…" is not a domain`,
    ],
    [
      '1001 domains',
      { site: { domain: Array.from({ length: 1001 }, (_, i) => `s${i}.example`) } },
      'targeting.site.domain',
      'must have at most 1000 values',
    ],
  ])('reports %s', (_case, targeting, path, message) => {
    expect(validate('web', null, targeting, 'targeting')).toEqual({ [path]: [message] });
  });

  it('reports everything at once, but not without end', () => {
    const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`o${i}`, []]));
    const details = validate(
      'web',
      null,
      { user: { country: ['x'], language: ['y'] }, site: unknown },
      't',
    );
    expect(details['t.user.country']).toEqual(['unknown values: "x"']);
    expect(details['t.user.language']).toEqual(['unknown values: "y"']);
    expect(Object.keys(details)).toHaveLength(22);
  });

  it('has no site category in the metaverse', () => {
    expect(Object.keys(validate('metaverse', null, { site: { category: ['news'] } }, 't'))).toEqual(
      ['t.site.category'],
    );
  });

  it.each([
    ['decentraland', 'decentraland.org', true],
    ['decentraland', 'scene-3-n7.decentraland.org', true],
    ['decentraland', 'scene-3.decentraland.org', false],
    ['decentraland', 'news.example', false],
    ['cryptovoxels', 'scene-12.cryptovoxels.com', true],
    ['cryptovoxels', 'scene-n12.cryptovoxels.com', false],
    ['polkacity', 'town.polkacity.io', true],
    ['polkacity', 'a.town.polkacity.io', false],
    ['milc', 'news.example', true],
  ])('vendor %s, domain %s: %s', (vendor, domain, accepted) => {
    const details = validate('metaverse', vendor, { site: { domain: [domain] } }, 't');
    expect(Object.keys(details)).toEqual(accepted ? [] : ['t.site.domain']);
  });
});

describe('toTargeting', () => {
  const empty = { user: {}, site: {}, device: {} };

  it('reads a targeting without levels as requires, without duplicates and empty options', () => {
    const targeting = { site: { category: ['news', 'news'], quality: [] }, user: [] };
    expect(toTargeting(targeting)).toEqual({
      requires: { ...empty, site: { category: ['news'] } },
      excludes: empty,
    });
  });

  it.each([[null], [undefined], [[]], [{}], [{ requires: [], excludes: null }]])(
    'reads %j as none',
    (targeting) => {
      expect(toTargeting(targeting)).toEqual(noTargeting);
    },
  );
});

describe('flattenTargeting', () => {
  it('keys values by group and option, children with their parent, domains in one form', () => {
    const targeting = toTargeting({
      requires: {
        site: {
          category: ['health', 'news'],
          domain: ['WWW.Bücher.example', 'www.xn--bcher-kva.example'],
        },
      },
      excludes: { site: { category: ['diets'] }, device: { type: ['tv'] } },
    });
    expect(flatten(targeting)).toEqual({
      requires: {
        'site:category': ['health', 'supplements', 'diets', 'news'],
        'site:domain': ['xn--bcher-kva.example'],
      },
      excludes: { 'site:category': ['diets'], 'device:type': ['tv'] },
    });
  });
});
