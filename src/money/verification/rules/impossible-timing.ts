import type { EventRule } from '../judge/event-rule';

/** Clocks of gateways differ by less. */
const skewMs = 2_000;

export const impossibleTiming: EventRule = {
  reason: 'impossible_timing',
  description: 'A click before its view, or a view sooner after its offer than people look.',
  refusesEvent({ kind, occurredAt, offeredAt }, { view, limits }) {
    if (kind === 'click')
      return view !== null && occurredAt.getTime() + skewMs < view.occurredAt.getTime();
    const { leastViewMs } = limits;
    return leastViewMs > 0 && occurredAt.getTime() - offeredAt.getTime() < leastViewMs;
  },
};
