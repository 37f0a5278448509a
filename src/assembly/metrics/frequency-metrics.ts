import type { ServiceContext } from '../../api/context';
import type { Metrics } from '../../http/metrics';
import type { CountFigures } from '../../market/frequency/frequency-counts';

/** Shows how many counts of visitors are in memory, and whether they have room. Each worker has all, so the most is that of all. */
export function watchFrequency(
  metrics: Metrics,
  { frequencyCounts }: Pick<ServiceContext, 'frequencyCounts'>,
): void {
  const gauge = (name: string, help: string, figure: keyof CountFigures) => {
    metrics.addGauge({
      name,
      help,
      labelNames: ['campaigns'] as const,
      aggregator: 'max',
      collect() {
        const { withCaps, withoutCaps } = frequencyCounts.figures();
        this.set({ campaigns: 'with_caps' }, withCaps[figure]);
        this.set({ campaigns: 'without_caps' }, withoutCaps[figure]);
      },
    });
  };
  gauge(
    'adgate_frequency_counts',
    'Visitors of a campaign, each campaign for itself, in memory.',
    'held',
  );
  gauge('adgate_frequency_counts_room', 'How many there may be at most.', 'room');
  gauge(
    'adgate_frequency_counts_forgotten',
    'How many were forgotten for want of room.',
    'forgotten',
  );
}
