import type { ServiceContext } from '../../api/context';
import type { Metrics } from '../../http/metrics';
import { detailsOutcomes } from '../../money/remittances/details-counts';
import { peerStates } from '../../peers/directory/peer';
import { addStoredGauge } from './stored-gauge';

type PeerMetricsContext = Pick<
  ServiceContext,
  | 'peerDirectory'
  | 'peerAnswers'
  | 'peerEventCounts'
  | 'peerEventRate'
  | 'peerReceipts'
  | 'detailsCounts'
  | 'remittances'
>;

/** Shows how many other servers there are by the word on each, and what became of their answers. */
export function watchPeers(metrics: Metrics, ctx: PeerMetricsContext): void {
  metrics.addGauge({
    name: 'adgate_peers',
    help: 'Other servers of the network, by the word on them.',
    labelNames: ['state'] as const,
    aggregator: 'max',
    collect() {
      for (const state of peerStates) this.set({ state }, ctx.peerDirectory.countOf(state));
    },
  });
  metrics.addCounter({
    name: 'adgate_peer_answers_total',
    help: 'Answers of servers that were asked what they are; refused ones were wrong, or none.',
    labelNames: ['outcome'] as const,
    collect() {
      this.reset();
      this.inc({ outcome: 'taken' }, ctx.peerAnswers.taken);
      this.inc({ outcome: 'refused' }, ctx.peerAnswers.refused);
    },
  });
  metrics.addCounter({
    name: 'adgate_peer_events_total',
    help: 'Views and clicks that other servers have led here; too many ones of a network were refused unread.',
    labelNames: ['outcome'] as const,
    collect() {
      this.reset();
      this.inc({ outcome: 'recorded' }, ctx.peerEventCounts.recorded);
      this.inc({ outcome: 'not_allowed' }, ctx.peerEventCounts.notAllowed);
      this.inc({ outcome: 'too_many' }, ctx.peerEventRate.refused);
    },
  });
  metrics.addCounter({
    name: 'adgate_peer_details_questions_total',
    help: 'Questions of other servers for what our payments to them are for.',
    labelNames: ['outcome'] as const,
    collect() {
      this.reset();
      for (const outcome of detailsOutcomes) this.inc({ outcome }, ctx.detailsCounts.get(outcome));
    },
  });
  const unpaid = {
    name: 'adgate_peers_unpaid',
    help: 'Other servers that have not been paid for 5 days; missing while the database does not answer.',
    aggregator: 'max',
  } as const;
  addStoredGauge(metrics, unpaid, () => ctx.remittances.countLate());
  const unexplained = {
    name: 'adgate_peer_receipts_unexplained',
    help: 'Payments of other servers that these have not explained within a day; missing while the database does not answer.',
    aggregator: 'max',
  } as const;
  addStoredGauge(metrics, unexplained, () => ctx.peerReceipts.countUnexplained());
}
