/** A creative as docs/peers.md §6 has it. */
export const aListedCreative = (changes: object = {}): object => ({
  id: '7c1f0000000040008000000000000001',
  size: '300x250',
  type: 'image',
  mime: 'image/png',
  checksum: '829c3804401b0727f70f73d4415e162400cbe57b',
  serve_url: 'https://demand.example/serve/x7c1f0000000040008000000000000001.doc?v=829c',
  click_url: 'https://demand.example/click/7c1f0000000040008000000000000001',
  view_url: 'https://demand.example/view/7c1f0000000040008000000000000001',
  classification: {},
  ...changes,
});

/** A campaign as docs/peers.md §6 has it. */
export const aListedCampaign = (
  changes: object = {},
  banners: readonly unknown[] = [aListedCreative()],
): object => ({
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
  banners,
  targeting_requires: { site: { domain: ['news.example'] } },
  targeting_excludes: [],
  ...changes,
});
