import { describe, expect, it } from '@jest/globals';
import { campaignResource } from '../../../src/demand/campaigns/campaign.resource';
import { KeptExport } from '../../../src/peers/export/kept-export';
import { exampleOf } from '../../../src/platform/resources/resource';

const peer = '0001-00000005-CBCA';

const anExportable = (id: string, isExcluding: boolean) => ({
  campaign: {
    ...exampleOf(campaignResource),
    ...{ id, landingUrl: 'https://shop.example/ü', medium: 'web', vendor: null },
    excludedPeers: isExcluding ? [peer] : [],
  },
  targeting: { requires: {}, excludes: {} },
  creatives: [
    {
      ...({
        type: 'image',
        mime: 'image/png',
        scope: '300x250',
        keywords: {},
        alt: null,
        impressionPixels: null,
        weight: 1,
        frequencyCaps: null,
        times: null,
      } as const),
      ...{ id: '7c', campaignId: id, hash: '829c3804401b0727f70f73d4415e162400cbe57b' },
    },
  ],
  budget: 1n,
  maxCpm: 1n,
});

describe('the kept list of campaigns', () => {
  const origins = { serveUrl: 'https://demand.example', publicUrl: 'https://demand.example' };

  it('is made once in 30 seconds, however many ask', async () => {
    let seconds = 1_000;
    let made = 0;
    const kept = new KeptExport({
      list: () => {
        made += 1;
        return Promise.resolve([]);
      },
      origins,
      now: () => new Date(seconds * 1_000),
    });
    const [one, other] = await Promise.all([kept.readFor(peer), kept.readFor(peer)]);
    expect(other).toBe(one);
    expect(one.toString()).toBe('[]');
    seconds += 29;
    expect(await kept.readFor(peer)).toBe(one);
    expect(made).toBe(1);
    seconds += 1;
    await kept.readFor(peer);
    expect(made).toBe(2);
  });

  it('is made anew after it could not be', async () => {
    let isAway = true;
    const list = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve([]));
    const kept = new KeptExport({ list, origins, now: () => new Date() });
    await expect(kept.readFor(peer)).rejects.toThrow('away');
    isAway = false;
    expect((await kept.readFor(peer)).toString()).toBe('[]');
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['one', ['b'], ['a', 'c', 'd']],
    ['the first ones', ['a', 'b'], ['c', 'd']],
    ['the last one', ['d'], ['a', 'b', 'c']],
    ['some', ['a', 'c'], ['b', 'd']],
    ['all', ['a', 'b', 'c', 'd'], []],
  ])('leaves out %s for the server that they exclude', async (_what, excluding, told) => {
    const list = ['a', 'b', 'c', 'd'].map((id) => anExportable(id, excluding.includes(id)));
    const kept = new KeptExport({
      ...{ list: () => Promise.resolve(list), origins, now: () => new Date() },
    });
    const idsFor = async (address: string) =>
      (JSON.parse((await kept.readFor(address)).toString()) as { readonly id: string }[]).map(
        ({ id }) => id,
      );
    expect(await idsFor(peer)).toEqual(told);
    expect(await idsFor('0001-00000004-DBEB')).toEqual(['a', 'b', 'c', 'd']);
  });
});
