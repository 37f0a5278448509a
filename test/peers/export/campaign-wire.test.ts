import { describe, expect, it } from '@jest/globals';
import { type Campaign, campaignResource } from '../../../src/demand/campaigns/campaign.resource';
import type { CreativeForSale } from '../../../src/demand/creatives/creative.resource';
import type { FlatFeatures } from '../../../src/demand/taxonomy/taxonomy';
import { toCampaignJson } from '../../../src/peers/export/campaign-wire';
import type { ExportableCampaign } from '../../../src/peers/export/exportable-campaign';
import { exampleOf } from '../../../src/platform/resources/resource';
import { readCampaign } from '../../../src/peers/import/listed-campaign';
import { importStrictly } from '../strict-import';

const origins = { serveUrl: 'https://demand.example', publicUrl: 'https://demand.example' };
const creative: CreativeForSale = {
  id: '7c1f0000000040008000000000000001',
  campaignId: '4b6e0000000040008000000000000001',
  type: 'image',
  mime: 'image/png',
  scope: '300x250',
  hash: '829c3804401b0727f70f73d4415e162400cbe57b',
  keywords: {},
  alt: null,
  impressionPixels: null,
  weight: 1,
  frequencyCaps: null,
  times: null,
};
const campaign: Campaign = {
  ...exampleOf(campaignResource),
  id: '4b6e0000000040008000000000000001',
  landingUrl: 'https://shop.example/landing',
  medium: 'web',
  startsAt: new Date('2026-01-01T00:00:00.400Z'),
  createdAt: new Date('2025-12-31T10:00:00Z'),
  updatedAt: new Date('2026-01-05T08:30:00Z'),
};
const exported = (changes: Partial<ExportableCampaign> = {}): ExportableCampaign => ({
  campaign,
  targeting: { requires: { 'site:domain': ['news.example'] }, excludes: {} },
  creatives: [creative],
  budget: 970_300_000_000n,
  maxCpm: 500_000_000_000n,
  ...changes,
});

describe('a campaign as other servers read it', () => {
  it('is the vector of docs/peers.md, but for URLs and amounts that are ours', () => {
    expect(JSON.parse(toCampaignJson(exported(), origins) ?? '')).toEqual({
      id: '4b6e0000000040008000000000000001',
      landing_url: 'https://shop.example/landing',
      date_start: '2026-01-01T00:00:00+00:00',
      date_end: null,
      created_at: '2025-12-31T10:00:00+00:00',
      updated_at: '2026-01-05T08:30:00+00:00',
      medium: 'web',
      vendor: null,
      max_cpc: 0,
      max_cpm: 500_000_000_000,
      budget: 970_300_000_000,
      banners: [
        {
          id: '7c1f0000000040008000000000000001',
          size: '300x250',
          type: 'image',
          mime: 'image/png',
          checksum: '829c3804401b0727f70f73d4415e162400cbe57b',
          serve_url: 'https://demand.example/serve/x7c1f0000000040008000000000000001.doc?v=829c',
          click_url: 'https://demand.example/peer/click/7c1f0000000040008000000000000001',
          view_url: 'https://demand.example/peer/view/7c1f0000000040008000000000000001',
          classification: {},
        },
      ],
      targeting_requires: { site: { domain: ['news.example'] } },
      targeting_excludes: [],
    });
  });

  it('has amounts that no floating-point number holds', () => {
    const json = toCampaignJson(exported({ budget: 9_007_199_254_740_993n }), origins);
    expect(json).toContain('"budget":9007199254740993');
    expect(importStrictly(`[${json}]`).campaigns[0]?.budget).toBe(9_007_199_254_740_993n);
  });

  const different = (changes: Partial<Campaign>) =>
    exported({ campaign: { ...campaign, ...changes } });
  it.each<[string, ExportableCampaign]>([
    ['a vendor that others do not know', different({ vendor: 'somewhere' })],
    ['another medium', different({ medium: 'radio' })],
    [
      'an end in the second of the start',
      different({ endsAt: new Date('2026-01-01T00:00:00.9Z') }),
    ],
    ['half a character in its URL', different({ landingUrl: 'https://shop.example/\ud800' })],
    [
      'half a character in its targeting',
      exported({ targeting: { requires: { 'site:domain': ['\udfff'] }, excludes: {} } }),
    ],
    ['nothing to spend', exported({ budget: 0n })],
    ['no creative', exported({ creatives: [] })],
    ['AVIF alone', exported({ creatives: [{ ...creative, mime: 'image/avif' }] })],
    ['a size of 17 characters', exported({ creatives: [{ ...creative, scope: '1'.repeat(17) }] })],
  ])('is left out with %s', (_what, one) => {
    expect(toCampaignJson(one, origins)).toBeNull();
  });

  it('ends in the last second that others store where its end is later, and our own import reads it', () => {
    const json = toCampaignJson(different({ endsAt: new Date('2099-12-31T00:00:00Z') }), origins);
    const { theirId, endsAt } = readCampaign(JSON.parse(json ?? ''));
    expect(theirId).toBe(campaign.id);
    expect(endsAt).toEqual(new Date('2038-01-19T03:14:07Z'));
  });

  it('stops no strict server, and none is skipped there, whatever it is', () => {
    const random = seeded(7);
    const pick = <Value>(values: readonly Value[]): Value =>
      values[Math.floor(random() * values.length)] as Value; // There are values.
    const time = () => new Date(Math.floor(random() * 1.1 * 2 ** 31) * 1_000 + 7);
    const features = (): FlatFeatures =>
      Object.fromEntries(
        Array.from({ length: pick([0, 1, 3]) }, () => [
          `${pick(['site', 'user', 'device'])}:${pick(['domain', 'language', 'a:b'])}`,
          pick<readonly string[]>([[], ['x'], ['"', '\u0000', 'é', '/'], ['x'], ['\ud800']]),
        ]),
      );
    const texts = Array.from({ length: 20_000 }, () =>
      toCampaignJson(
        {
          campaign: {
            ...campaign,
            ...{ startsAt: time(), endsAt: pick([null, time()]), createdAt: time() },
            ...{ updatedAt: time(), maxCpc: pick([null, 0n, 10n ** 17n]) },
            medium: pick(['web', 'metaverse', '__proto__']),
            vendor: pick([null, 'decentraland', 'milc', 'x', '']),
            landingUrl: pick([
              'https://a.example/',
              'https://a.example/\\\\ud8aa',
              `https://a.example/${'é'.repeat(1_010)}`,
            ]),
          },
          targeting: { requires: features(), excludes: features() },
          creatives: Array.from({ length: pick([0, 1, 2]) }, () => ({
            ...creative,
            type: pick(['image', 'html', 'direct', 'video', 'model'] as const),
            mime: pick(['image/png', 'text/html', 'image/avif', 'x'.repeat(128)]),
            scope: pick(['300x250', 'pop-under', '', '12345x1234567890123']),
          })),
          budget: pick([0n, 1n, 10n ** 17n]),
          maxCpm: pick([0n, 10n ** 17n]),
        },
        origins,
      ),
    );
    const taken = texts.filter((text) => text !== null);
    const { campaigns, skipped } = importStrictly(`[${taken.join(',')}]`);
    expect(skipped).toEqual([]);
    expect(campaigns.length).toBe(taken.length);
    expect(taken.length).toBeGreaterThan(100);
  });
});

/** Numbers from 0 to 1, the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
