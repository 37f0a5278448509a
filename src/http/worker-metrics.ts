import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { Exposition, MetricFigures } from './metrics';

/** The figures of several processes as those of one gateway. */
export interface WorkerMetrics extends Exposition {
  noteRestart(): void;
  /**
   * From now on what it counted last is part of the sum, which never gets smaller.
   *
   * @returns resolves when that is added up; rejects where it cannot be read.
   */
  keep(ended: MetricFigures): Promise<void>;
}

/** The figures that workers tell. */
export interface ReadWorkers {
  readonly serving: readonly MetricFigures[];
  /** Figures of workers that only finish what is under way. */
  readonly leaving: readonly MetricFigures[];
}

export function createWorkerMetrics(readAll: () => Promise<ReadWorkers>): WorkerMetrics {
  const registry = new Registry();
  const workers = new Gauge({
    name: 'adgate_workers',
    help: 'Processes of the gateway that take requests.',
    registers: [registry],
  });
  const restarts = new Counter({
    name: 'adgate_worker_restarts_total',
    help: 'Processes of the gateway that were started again after they had ended by themselves.',
    registers: [registry],
  });
  let ofEnded: MetricFigures = [];
  /** Figures of workers that have ended since they were added up. */
  const endedSince: MetricFigures[] = [];
  let adding = Promise.resolve();
  const addEnded = async () => {
    const ended = [...endedSince];
    try {
      ofEnded = await addUp([ofEnded, ...ended]).getMetricsAsJSON();
    } finally {
      endedSince.splice(0, ended.length);
    }
  };
  return {
    noteRestart() {
      restarts.inc();
    },
    keep(ended) {
      endedSince.push(countedOf(ended));
      const added = adding.then(addEnded);
      adding = added.catch(() => undefined);
      return added;
    },
    async read() {
      const { serving, leaving } = await readAll();
      workers.set(serving.length);
      const sum = addUp([ofEnded, ...endedSince, ...leaving.map(countedOf), ...serving]);
      return (await Promise.all([sum, registry].map((one) => one.getMetricsAsJSON()))).flat();
    },
  };
}

/** Kinds of metrics whose past can be added up. */
const countingTypes: readonly string[] = ['counter', 'histogram'];

const countedOf = (figures: MetricFigures): MetricFigures =>
  figures.filter(({ type }) => countingTypes.includes(String(type)));

function addUp(figures: readonly MetricFigures[]): Registry {
  return AggregatorRegistry.aggregate(figures.map((one) => [...one]));
}
