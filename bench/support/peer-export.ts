import { type Campaign, campaignResource } from '../../src/demand/campaigns/campaign.resource';
import type { CreativeForSale } from '../../src/demand/creatives/creative.resource';
import { defaultTaxonomy } from '../../src/demand/taxonomy/default-taxonomy';
import { CandidateIndex } from '../../src/market/selection/index/candidate-index';
import { listExportable } from '../../src/money/peer-export/list-exportable.service';
import { KeptExport } from '../../src/peers/export/kept-export';
import { exampleOf } from '../../src/platform/resources/resource';
import { parseConfig } from '../../src/config';
import { anId } from './chance';

/** The list of our campaigns for other servers, over an inventory of so many. */
export function exportOf(size: {
  readonly campaigns: number;
  readonly creativesOfEach: number;
}): KeptExport {
  const creatives = new Map<string, readonly CreativeForSale[]>();
  const campaigns: Campaign[] = [];
  for (let at = 0; at < size.campaigns; at += 1) {
    const campaign = aCampaign();
    campaigns.push(campaign);
    const { id } = campaign;
    creatives.set(
      id,
      Array.from({ length: size.creativesOfEach }, () => aCreative(id)),
    );
  }
  const now = () => new Date();
  const ctx = {
    now,
    config: parseConfig({ ADGATE_DATA_DIR: '/tmp' }),
    taxonomy: { current: defaultTaxonomy },
    inventory: {
      index: CandidateIndex.of([]),
      campaigns: () => campaigns,
      creativesOf: (campaignId: string) => creatives.get(campaignId) ?? [],
      hoursOfWeek: () => new Map(),
      priceAt: () => ({ rpm: Math.random(), viewPrice: 0n, clickPrice: 0n, offerCost: 0n }),
    },
    campaignHours: {
      list: () => Promise.resolve(new Map()),
      periods: { list: () => Promise.resolve(new Map()) },
    },
    peerPrices: { findMaxCpm: ({ maxCpm }: Pick<Campaign, 'maxCpm'>) => Promise.resolve(maxCpm) },
  };
  const origin = 'https://adserver.example';
  const origins = { serveUrl: origin, publicUrl: origin };
  return new KeptExport({ list: () => listExportable(ctx), origins, now });
}

const nothing = { user: {}, site: {}, device: {} };

const aCampaign = (): Campaign => ({
  ...exampleOf(campaignResource),
  id: anId(),
  landingUrl: 'https://shop.example/landing',
  showsOnPeers: true,
  hourlyBudget: 10n ** 12n,
  maxCpm: 10n ** 11n,
  targeting: {
    requires: { ...nothing, user: { language: ['en', 'de'] } },
    excludes: { ...nothing, device: { browser: ['edge'] } },
  },
});

const aCreative = (campaignId: string): CreativeForSale => ({
  ...{
    id: anId(),
    campaignId,
    type: 'image',
    mime: 'image/png',
    scope: '300x250',
    keywords: {},
    alt: null,
    impressionPixels: null,
    weight: 1,
    frequencyCaps: null,
  },
  times: null,
  hash: '829c3804401b0727f70f73d4415e162400cbe57b',
});
