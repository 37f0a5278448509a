import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { countJudgedPeers } from '../../../../src/money/verification/judge/judged-peers.service';
import type { RejectionReason } from '../../../../src/money/verification/verdict';
import { addToldOperator, toldTo } from '../../../peers/told-operator';
import { type CapturedLog, captureLog } from '../../../support/captured-log';
import { anEvent, anId } from '../../../support/events';
import { startVerifier } from '../../../support/verification';
import { eleven, minutesAfter, type Verifier } from '../../../support/verifier';

const address = '0001-00000005-CBCA';
const message = 'many events of another server are refused';

let verifier: Verifier;
let operatorId: string;
/** Each test is a day of its own. */
let day = eleven;
let captured: CapturedLog;
let ctx: Verifier['ctx'];
beforeAll(async () => {
  verifier = await startVerifier({ env: { ADGATE_PEERS: 'approve' } });
});
beforeEach(async () => {
  passDay();
  operatorId = await addToldOperator(verifier.ctx, ['peer.suspect']);
  captured = captureLog('warn');
  ctx = { ...verifier.ctx, log: captured.log };
});

function passDay(): void {
  day = minutesAfter(day, 24 * 60);
  verifier.clock.now = day;
}

const peer = { address, cid: '', publisher: 'p', isShown: true, unmet: null, needsPage: false };

/** Verdicts of one batch: so many with this reason; null: accepted. */
function judgedAs(count: number, reason: RejectionReason | null, occurredAt = day) {
  const status = reason === null ? ('accepted' as const) : ('rejected' as const);
  return Array.from({ length: count }, () => ({
    ...{ event: anEvent({ occurredAt, peer: { ...peer, cid: anId() } }), status, reason },
    charge: 1n,
  }));
}

const count = (...judged: readonly ReturnType<typeof judgedAs>[]) =>
  ctx.inTransaction((session) => countJudgedPeers(ctx, judged.flat(), session));
const toldOf = () => toldTo(ctx, operatorId);
const suspect = (judged: number, rejected: number) => ({
  ...{ kind: 'peer.suspect', address, judged, rejected },
  day: day.toISOString().slice(0, 10),
});

describe('operators', () => {
  it.each([
    [1_000, 300],
    [1_100, 330],
    [2_000, 2_000],
  ])(
    'are told of a server with %i events on a day, %i of them refused',
    async (judged, rejected) => {
      await count(judgedAs(judged - rejected, null), judgedAs(rejected, 'no_browser'));
      expect(await toldOf()).toEqual([suspect(judged, rejected)]);
      expect(captured.entriesOf(message)).toMatchObject([{ address, judged, rejected }]);
    },
  );

  it.each([
    [999, 999],
    [1_000, 299],
    [1_100, 329],
  ])('are not told of %i events with %i refused', async (judged, rejected) => {
    await count(judgedAs(judged - rejected, null), judgedAs(rejected, 'no_browser'));
    expect([await toldOf(), captured.entriesOf(message)]).toEqual([[], []]);
  });

  it('are told once a day, with what all batches of the day have by then', async () => {
    await count(judgedAs(700, null), judgedAs(299, 'no_browser'));
    expect(await toldOf()).toEqual([]);
    await count(judgedAs(1, 'no_browser'));
    for (const _again of [1, 2]) await count(judgedAs(500, 'no_browser'));
    expect(await toldOf()).toEqual([suspect(1_000, 300)]);
    const first = suspect(1_000, 300);
    passDay();
    await count(judgedAs(1_000, 'no_browser'));
    expect(await toldOf()).toEqual([first, suspect(1_000, 1_000)]);
    expect(captured.entriesOf(message)).toHaveLength(2);
  });

  it('are told of the day that the events are of', async () => {
    const next = minutesAfter(day, 24 * 60);
    await count(judgedAs(999, 'no_browser'), judgedAs(999, 'no_browser', next));
    expect(await toldOf()).toEqual([]);
    day = next;
    await count(judgedAs(1, 'no_browser'));
    expect(await toldOf()).toEqual([suspect(1_000, 1_000)]);
  });

  it.each<RejectionReason>([
    ...(['campaign_not_running', 'creative_not_running', 'peer_limit'] as const),
    ...(['budget_spent', 'no_funds'] as const),
  ])('blame no server for what is at our own end: %s', async (reason) => {
    await count(judgedAs(701, null), judgedAs(299, 'no_browser'), judgedAs(500, reason));
    expect(await toldOf()).toEqual([]);
  });

  it('are told of nothing where the verdicts are not stored', async () => {
    const lost = ctx.inTransaction(async (session) => {
      await countJudgedPeers(ctx, judgedAs(1_000, 'no_browser'), session);
      throw new Error('killed');
    });
    await expect(lost).rejects.toThrow('killed');
    expect(await toldOf()).toEqual([]);
    await count(judgedAs(1_000, 'no_browser'));
    expect(await toldOf()).toEqual([suspect(1_000, 1_000)]);
  });
});
