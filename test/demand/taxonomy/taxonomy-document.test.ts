import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../../src/errors';
import {
  findFormats,
  findMedium,
  findTargetingOptions,
  validateTargeting,
} from '../../../src/demand/taxonomy/taxonomy';
import { parseTaxonomy, parseTaxonomyText } from '../../../src/demand/taxonomy/taxonomy-document';

const image = { type: 'image', mimes: ['image/png'], scopes: ['300x250'] };
const quality = { type: 'dict', name: 'quality', label: 'Quality', items: { high: 'High' } };
const domain = { type: 'input', name: 'domain', label: 'Domain' };
const aMedium = (changes: object = {}) => ({
  name: 'web',
  label: 'Website',
  formats: [image],
  targeting: { user: [], site: [quality, domain], device: [] },
  ...changes,
});
const aVendor = (changes: object = {}) => ({
  medium: 'web',
  name: 'town',
  label: 'Town',
  formats: [],
  targeting: [],
  ...changes,
});
const aDocument = (changes: object = {}) => ({
  meta: { name: 'test', version: '1' },
  parameters: {},
  media: [aMedium()],
  vendors: [],
  ...changes,
});
const withItems = (items: unknown, parameters = {}) =>
  aDocument({
    parameters,
    media: [aMedium({ targeting: { user: [], site: [{ ...quality, items }], device: [] } })],
  });

function problemsOf(document: unknown): Readonly<Record<string, readonly string[]>> {
  try {
    parseTaxonomy(document);
    return {};
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe('VALIDATION_FAILED');
    return error.details!;
  }
}

describe('a taxonomy document', () => {
  it('says how an id begins', () => {
    expect(Object.values(problemsOf(withItems({ _high: 'High' }))).flat()).toEqual([
      'must be 1 to 64 letters, digits, - or _, the first a letter or a digit',
    ]);
  });

  it('shares dictionaries by name', () => {
    const taxonomy = parseTaxonomy(
      withItems('@levels', { '@levels': { high: 'High', low: 'Low' } }),
    );
    const [option] = findTargetingOptions(taxonomy, 'web', null)!.site;
    expect(option).toEqual({ ...quality, items: { high: 'High', low: 'Low' } });
  });

  it('makes of a vendor its medium with patches: sets, appends, takes out, replaces', () => {
    const html = { type: 'html', mimes: ['text/html'], scopes: ['300x250'] };
    const town = aVendor({
      formats: [
        { path: "$[?@.type=='image'].mimes", value: ['image/gif'] },
        { path: '$[]', value: html },
      ],
      targeting: [
        { path: "$.site[?@.name=='domain']", value: null },
        { path: "$.site[?@.name=='quality'].items", value: '@levels' },
        { path: '$.device[]', value: { ...domain, name: 'id', kind: 'text' } },
      ],
    });
    const other = aVendor({ name: 'other', formats: [{ path: '$', value: [html] }] });
    const taxonomy = parseTaxonomy(
      aDocument({ parameters: { '@levels': { low: 'Low' } }, vendors: [town, other] }),
    );
    expect(findFormats(taxonomy, 'web', 'town')).toEqual([
      { ...image, mimes: ['image/gif'] },
      html,
    ]);
    expect(findTargetingOptions(taxonomy, 'web', 'town')).toEqual({
      user: [],
      site: [{ ...quality, items: { low: 'Low' } }],
      device: [{ ...domain, name: 'id', kind: 'text' }],
    });
    expect(findFormats(taxonomy, 'web', 'other')).toEqual([html]);
    expect(findFormats(taxonomy, 'web', null)).toEqual([image]);
    expect(findMedium(taxonomy, 'web', 'x')).toBeNull();
  });

  it('reads hosts with parts that differ from scene to scene', () => {
    const hosts = ['town.example', 'x<coordinate>-<number>.town.example', '<label>.town.example'];
    const taxonomy = parseTaxonomy(aDocument({ vendors: [aVendor({ hosts })] }));
    const problemsWith = (value: string) =>
      Object.keys(
        validateTargeting(
          taxonomy,
          { medium: 'web', vendor: 'town', targeting: { site: { domain: [value] } } },
          't',
        ),
      );
    for (const host of ['town.example', 'XN12-3.town.example', 'a-b.town.example'])
      expect(problemsWith(host)).toEqual([]);
    for (const host of ['townXexample', 'a.b.town.example', '-a.town.example', 'town.example.org'])
      expect(problemsWith(host)).toEqual(['t.site.domain']);
  });

  it('checks typed-in text by its length alone', () => {
    const site = [{ ...domain, kind: 'text' }];
    const taxonomy = parseTaxonomy(
      aDocument({ media: [aMedium({ targeting: { user: [], site, device: [] } })] }),
    );
    const problemsWith = (values: readonly string[]) =>
      validateTargeting(
        taxonomy,
        { medium: 'web', vendor: null, targeting: { site: { domain: values } } },
        't',
      );
    expect(problemsWith(['any thing/at all'])).toEqual({});
    for (const values of [[''], ['x'.repeat(256)]])
      expect(problemsWith(values)).toEqual({
        't.site.domain': ['each value must have 1 to 255 characters'],
      });
  });

  it.each([
    ['null', null, ''],
    ['a list', [], ''],
    ['no meta', aDocument({ meta: undefined }), 'meta'],
    ['an unknown member', aDocument({ medias: [] }), ''],
    ['no media', aDocument({ media: [] }), 'media'],
    ['a medium twice', aDocument({ media: [aMedium(), aMedium()] }), 'media'],
    [
      'a medium of the prototype',
      aDocument({ media: [aMedium({ name: '__proto__' })] }),
      'media.0.name',
    ],
    ['an empty label', aDocument({ media: [aMedium({ label: '' })] }), 'media.0.label'],
    ['no formats', aDocument({ media: [aMedium({ formats: [] })] }), 'media.0.formats'],
    [
      'an unknown type',
      aDocument({ media: [aMedium({ formats: [{ ...image, type: 'flash' }] })] }),
      'media.0.formats.0.type',
    ],
    [
      'a type twice',
      aDocument({ media: [aMedium({ formats: [image, image] })] }),
      'media.0.formats',
    ],
    [
      'no MIME type',
      aDocument({ media: [aMedium({ formats: [{ ...image, mimes: ['png'] }] })] }),
      'media.0.formats.0.mimes.0',
    ],
    [
      'a size of nothing',
      aDocument({ media: [aMedium({ formats: [{ ...image, scopes: ['0x250'] }] })] }),
      'media.0.formats.0.scopes.0',
    ],
    [
      'an unknown group',
      aDocument({
        media: [aMedium({ targeting: { user: [], site: [], device: [], weather: [] } })],
      }),
      'media.0.targeting',
    ],
    [
      'an option without a type',
      aDocument({
        media: [
          aMedium({ targeting: { user: [{ name: 'a', label: 'A' }], site: [], device: [] } }),
        ],
      }),
      'media.0.targeting.user.0.type',
    ],
    [
      'an option twice',
      aDocument({
        media: [aMedium({ targeting: { user: [], site: [domain, domain], device: [] } })],
      }),
      'media.0.targeting.site',
    ],
    [
      'an unknown kind',
      aDocument({
        media: [
          aMedium({ targeting: { user: [], site: [{ ...domain, kind: 'regexp' }], device: [] } }),
        ],
      }),
      'media.0.targeting.site.0.kind',
    ],
    ['an unknown parameter', withItems('@levels'), 'media.0.targeting.site.0.items'],
    ['a dictionary that is a list', withItems(['high']), 'media.0.targeting.site.0.items'],
    [
      'an id of the prototype',
      withItems(JSON.parse('{"__proto__":"x"}')),
      'media.0.targeting.site.0.items.__proto__',
    ],
    [
      'an id twice',
      withItems({ a: { label: 'A', values: { b: 'B' } }, b: 'B' }),
      'media.0.targeting.site.0.items.b',
    ],
    [
      'an entry without a label',
      withItems({ a: { values: {} } }),
      'media.0.targeting.site.0.items.a',
    ],
    [
      'an entry with more than it has',
      withItems({ a: { label: 'A', values: {}, x: 1 } }),
      'media.0.targeting.site.0.items.a',
    ],
    ['a number for a label', withItems({ a: 1 }), 'media.0.targeting.site.0.items.a'],
    [
      'five levels',
      withItems({
        a: {
          label: 'A',
          values: {
            b: {
              label: 'B',
              values: { c: { label: 'C', values: { d: { label: 'D', values: { e: 'E' } } } } },
            },
          },
        },
      }),
      'media.0.targeting.site.0.items.a.values.b.values.c.values.d.values',
    ],
    ['a parameter without its @', aDocument({ parameters: { levels: {} } }), 'parameters.levels'],
    [
      'a vendor of no medium',
      aDocument({ vendors: [aVendor({ medium: 'radio' })] }),
      'vendors.0.medium',
    ],
    ['a vendor twice', aDocument({ vendors: [aVendor(), aVendor()] }), 'vendors.1.name'],
    [
      'a patch that leads nowhere',
      aDocument({
        vendors: [aVendor({ formats: [{ path: "$[?@.type=='html'].mimes", value: [] }] })],
      }),
      'vendors.0.formats.0.path',
    ],
    [
      'a patch of the prototype',
      aDocument({ vendors: [aVendor({ formats: [{ path: '$.__proto__.x', value: 1 }] })] }),
      'vendors.0.formats.0.path',
    ],
    [
      'a patch with a script',
      aDocument({ vendors: [aVendor({ formats: [{ path: '$[(@.length-1)]', value: 1 }] })] }),
      'vendors.0.formats.0.path',
    ],
    [
      'a patch that breaks a format',
      aDocument({ vendors: [aVendor({ formats: [{ path: '$[0]', value: 1 }] })] }),
      'vendors.0.formats.0.path',
    ],
    [
      'patched formats that are none',
      aDocument({
        vendors: [aVendor({ formats: [{ path: "$[?@.type=='image'].scopes", value: ['x'] }] })],
      }),
      'vendors.0.formats.0.scopes.0',
    ],
    [
      'a host with a pattern',
      aDocument({ vendors: [aVendor({ hosts: ['(a+)+.example'] })] }),
      'vendors.0.hosts.0',
    ],
    ...[`${'<label>'.repeat(20)}.example`, '<number><number>.example', '<number>1.example'].map(
      (host) =>
        [
          `a host that can match in many ways, ${host}`,
          aDocument({ vendors: [aVendor({ hosts: [host] })] }),
          'vendors.0.hosts.0',
        ] as const,
    ),
    ...['a<label>.example', '<label>-b.example', '<label>-<label>.example'].map(
      (host) =>
        [
          `a host with a label that is only part of one, ${host}`,
          aDocument({ vendors: [aVendor({ hosts: [host] })] }),
          'vendors.0.hosts.0',
        ] as const,
    ),
  ])('is refused with %s', (_case, document, path) => {
    expect(Object.keys(problemsOf(document))).toEqual([path]);
  });

  it('leaves the prototype of objects alone', () => {
    problemsOf(
      aDocument({
        vendors: [
          aVendor({ targeting: [{ path: '$.constructor.prototype', value: { polluted: 1 } }] }),
        ],
      }),
    );
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('is refused with everything that is wrong, but not without end', () => {
    const scopes = Array.from({ length: 200 }, () => 'x');
    const details = problemsOf(
      aDocument({ meta: {}, media: [aMedium({ formats: [{ ...image, scopes }] })] }),
    );
    expect(Object.keys(details)).toEqual(['meta.name', 'meta.version']);
    const more = problemsOf(aDocument({ media: [aMedium({ formats: [{ ...image, scopes }] })] }));
    expect(Object.keys(more)).toHaveLength(50);
  });

  it('is refused when it is no JSON', () => {
    expect(() => parseTaxonomyText('{')).toThrow(/is not JSON/);
  });
});
