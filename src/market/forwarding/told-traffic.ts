import type { AdEvent, InvalidTraffic } from '../events/event';

/** Traffic that no other server hears of. @see docs/contract.md §10 */
const untold: ReadonlySet<InvalidTraffic> = new Set(['bot', 'prefetch', 'data_center']);

/** Says that other servers hear of such traffic. A click takes its visitor there, whoever the visitor is. */
export function isTold({
  kind,
  invalidTraffic,
}: Pick<AdEvent, 'kind' | 'invalidTraffic'>): boolean {
  return kind === 'click' || invalidTraffic === null || !untold.has(invalidTraffic);
}
