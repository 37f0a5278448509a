import { describe, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import { CampaignWindow } from '../../../src/market/outcomes/campaign-window';

/** Makes a window over campaigns of these names, of which each has one creative. */
function aWindow(names: readonly string[], bounds = { campaigns: 2, creatives: 100 }) {
  const inventory = {
    *campaigns() {
      for (const id of names) yield { id } as Campaign; // Nothing else is read of it.
    },
    *creativesOf(): Generator<never> {
      // None: they count for the bound alone.
    },
  };
  const window = new CampaignWindow(inventory, bounds);
  return (minute: number) => window.campaigns(minute * 60_000).map(({ id }) => id);
}

describe('the window of campaigns', () => {
  it('is all of them where they are few, and takes up new ones at once', () => {
    const names = ['a'];
    const at = aWindow(names);
    expect(at(0)).toEqual(['a']);
    names.push('b');
    expect(aWindow(names, { campaigns: 3, creatives: 100 })(0)).toEqual(['a', 'b']);
    expect(at(0.1)).toEqual(['a', 'b']);
  });

  it('goes on by the minute where they are many, and comes round', () => {
    const at = aWindow(['a', 'b', 'c', 'd', 'e']);
    const minutes = [0, 0.5, 1, 2, 2.9, 3].map(at);
    expect(minutes.map((names) => names.join(''))).toEqual(['ab', 'ab', 'cd', 'e', 'e', 'ab']);
  });

  it('is never empty because the walk has just ended', () => {
    const at = aWindow(['a', 'b', 'c', 'd']);
    expect([0, 1, 2].map((minute) => at(minute).join(''))).toEqual(['ab', 'cd', 'ab']);
  });
});
