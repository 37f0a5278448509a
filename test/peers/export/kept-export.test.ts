import { describe, expect, it } from '@jest/globals';
import { KeptExport } from '../../../src/peers/export/kept-export';

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
    const [one, other] = await Promise.all([kept.read(), kept.read()]);
    expect(other).toBe(one);
    expect(one.toString()).toBe('[]');
    seconds += 29;
    expect(await kept.read()).toBe(one);
    expect(made).toBe(1);
    seconds += 1;
    await kept.read();
    expect(made).toBe(2);
  });

  it('is made anew after it could not be', async () => {
    let isAway = true;
    const list = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve([]));
    const kept = new KeptExport({ list, origins, now: () => new Date() });
    await expect(kept.read()).rejects.toThrow('away');
    isAway = false;
    expect((await kept.read()).toString()).toBe('[]');
  });
});
