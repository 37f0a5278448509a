import type { ServiceContext } from '../../api/context';
import type { Metrics } from '../../http/metrics';
import type { CacheFigures } from '../../platform/process/cache-figures';

type CacheContext = Pick<
  ServiceContext,
  'creativeContents' | 'knownAccounts' | 'knownClients' | 'knownTokens' | 'supplyDirectory'
>;

/** Shows what is found in memory, and what has to be read. */
export function watchCaches(metrics: Metrics, ctx: CacheContext): void {
  const figuresOf: Readonly<Record<string, () => CacheFigures>> = {
    accounts: ctx.knownAccounts.figures,
    clients: ctx.knownClients.figures,
    contents: ctx.creativeContents.figures,
    placements: ctx.supplyDirectory.placementFigures,
    sites: ctx.supplyDirectory.siteFigures,
    tokens: ctx.knownTokens.figures,
  };
  metrics.addCounter({
    name: 'adgate_cache_lookups_total',
    help: 'Lookups in caches of this process; the outcome tells hits from reads.',
    labelNames: ['cache', 'outcome'] as const,
    collect() {
      this.reset();
      for (const [cache, figures] of Object.entries(figuresOf)) {
        const { hits, misses } = figures();
        this.inc({ cache, outcome: 'hit' }, hits);
        this.inc({ cache, outcome: 'miss' }, misses);
      }
    },
  });
  metrics.addGauge({
    name: 'adgate_cache_entries',
    help: 'Entries in caches of this process.',
    labelNames: ['cache'] as const,
    aggregator: 'sum',
    collect() {
      for (const [cache, figures] of Object.entries(figuresOf))
        this.set({ cache }, figures().entries);
    },
  });
  metrics.addGauge({
    name: 'adgate_cache_content_bytes',
    help: 'Bytes of creatives in memory.',
    aggregator: 'sum',
    collect() {
      this.set(ctx.creativeContents.byteCount);
    },
  });
}
