import {
  type NodeGCPerformanceDetail,
  type PerformanceEntry,
  PerformanceObserver,
  constants,
} from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** Growth of the old generation between two full collections, in bytes; the generation at most doubles. */
const growth = 200 * 2 ** 20;

/** Sets V8's garbage collector up for a process that holds an inventory and answers many small requests. */
export function tuneCollector(): void {
  keepRequestsYoung();
  collectSeldom();
}

/**
 * V8 learns which places in the code make objects that last, and makes those in the old generation at once. While the
 * inventory is loaded, all objects last. Later the same places make parts of requests, which only a full collection
 * removes, with all that they point to. Without this flag a fifth of the objects of requests outlived them, and each
 * collection took tens of milliseconds.
 *
 * Measured by `bench/find.ts`: without it a find takes 21% more CPU time. Delete it when that is under 10%.
 */
function keepRequestsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * V8 lets the old generation grow by little where little comes to it: by 20 MB of 170 MB, so that there is a full
 * collection every two or three seconds. Each holds finds up for 100 to 200 ms. How much it may grow is told after
 * each collection, for the next one.
 *
 * Measured by `bench/tail.ts --seconds 60`: 10 full collections without it, 1 with it. Delete it when there are no more
 * than 2 without it.
 */
function collectSeldom(): void {
  tellGrowth();
  const observer = new PerformanceObserver((collections) => {
    if (collections.getEntries().some(isFull)) tellGrowth();
  });
  observer.observe({ entryTypes: ['gc'] });
}

function tellGrowth(): void {
  const percent = Math.min(100, Math.round((100 * growth) / getHeapStatistics().used_heap_size));
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

/** The types of Node know no `detail` of an entry. */
function isFull(entry: PerformanceEntry & { readonly detail?: NodeGCPerformanceDetail }): boolean {
  return entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}
