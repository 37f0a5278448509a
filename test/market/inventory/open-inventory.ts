import pino from 'pino';
import type { ServiceContext } from '../../../src/api/context';
import { defaultTaxonomy } from '../../../src/demand/taxonomy/default-taxonomy';
import { createCreativeResults } from '../../../src/market/inventory/creative-results';
import { createInventory } from '../../../src/market/inventory/inventory';

/** An inventory of its own over an app's stores, by a clock that stands still. */
export async function openInventory(ctx: ServiceContext) {
  let at = Date.parse('2026-05-01T12:00:00Z');
  const logged: string[] = [];
  const now = () => new Date(at);
  const results = createCreativeResults(ctx.creativeResultStore, now);
  const { campaigns, creatives, peerDemand, refusedDomains } = ctx;
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const taxonomy = { current: defaultTaxonomy };
  const inventory = createInventory({
    campaigns,
    creatives,
    peerDemand,
    refusedDomains,
    results,
    taxonomy,
    now,
    log,
  });
  await results.refresh();
  await inventory.load();
  return {
    inventory,
    logged,
    passMinutes: (minutes: number) => {
      at += minutes * 60_000;
    },
    achieve: async (creativeId: string, impressions: number) => {
      await ctx.creativeResultStore.add(
        [{ creativeId, served: 0, impressions, clicks: 0, conversions: 0 }],
        new Date(at),
      );
      await results.refresh();
    },
  };
}
