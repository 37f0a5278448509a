import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { logIn, sendGraphql } from '../../support/app';
import { anId } from '../../support/events';
import { lineOf, type ReceiptWorld, startReceiptWorld } from './receipt-world';

let world: ReceiptWorld;
let operator: string;
let publisher: string;
beforeAll(async () => {
  world = await startReceiptWorld();
  operator = await logIn(world.server, 'operator');
  publisher = await logIn(world.server, 'publisher');
});
beforeEach(() => world.begin());
afterAll(() => world.close());

const query = `query ($id: ID!) {
  peerReceipt(id: $id) {
    lines { caseId value eventId siteId campaignId booked supplyFee boost boostFee }
  }
}`;

async function bookLines(caseIds: readonly string[]): Promise<string> {
  await world.pay('1');
  world.details.lines = caseIds.map((caseId) => lineOf(caseId, 100));
  await world.run();
  const [receipt] = await world.receipts();
  expect(receipt).toMatchObject({ state: 'booked' });
  return receipt!.id;
}

const places = ({ body }: Awaited<ReturnType<typeof sendGraphql>>) =>
  body.data.peerReceipt.lines.map(
    ({ siteId, campaignId }: { readonly siteId: string; readonly campaignId: string }) => [
      siteId,
      campaignId,
    ],
  );

describe('the lines of a receipt', () => {
  it('name the site and the campaign of each case, and none of a case that was not shown here', async () => {
    const shown = await world.show({}, {});
    const id = await bookLines([shown[1]!.caseId, anId(), shown[0]!.caseId, shown[1]!.caseId]);
    const answer = await sendGraphql(world.server, operator, query, { id });
    expect(answer.body.errors).toBeUndefined();
    const [first, second] = shown.map(({ siteId, campaignId }) => [siteId, campaignId]);
    expect(places(answer)).toEqual([second, [null, null], first, second]);
    expect(answer.body.data.peerReceipt.lines[0]).toEqual({
      ...{ caseId: shown[1]!.caseId, value: '0.000000001', eventId: shown[1]!.id },
      ...{ siteId: shown[1]!.siteId, campaignId: shown[1]!.campaignId },
      ...{ booked: '0.000000001', supplyFee: '0.00000000001', boost: '0', boostFee: '0' },
    });
  });

  it('name neither once the event is not kept any more', async () => {
    const shown = await world.showOne();
    const id = await bookLines([shown.caseId]);
    await world.ctx.events.models[0]!.deleteOne({ _id: shown.id });
    const answer = await sendGraphql(world.server, operator, query, { id });
    expect(answer.body.data.peerReceipt.lines).toMatchObject([
      { eventId: shown.id, siteId: null, campaignId: null, booked: '0.000000001' },
    ]);
  });

  it('have the events of a part read at once, and none of lines that are not booked', async () => {
    const shown = await world.show(...Array.from({ length: 250 }, () => ({})));
    const id = await bookLines(shown.map(({ caseId }) => caseId));
    const { shownCases } = world.ctx;
    const reads: number[] = [];
    const listByEvents: typeof shownCases.listByEvents = (eventIds, session) => {
      reads.push(eventIds.length);
      return shownCases.listByEvents(eventIds, session);
    };
    Object.assign(world.ctx, { shownCases: { ...shownCases, listByEvents } });
    const answer = await sendGraphql(world.server, operator, query, { id });
    await world.ctx.inTransaction((session) =>
      world.ctx.peerReceipts.noteOutcomes(id, { number: 0, outcomes: null }, session),
    );
    const unbooked = await sendGraphql(world.server, operator, query, { id });
    Object.assign(world.ctx, { shownCases });
    expect(places(answer)).toEqual(shown.map(({ siteId, campaignId }) => [siteId, campaignId]));
    expect(places(unbooked)).toEqual(shown.map(() => [null, null]));
    expect(reads).toEqual([250]);
  });

  it('are for operators alone', async () => {
    const shown = await world.showOne();
    const id = await bookLines([shown.caseId]);
    const answer = await sendGraphql(world.server, publisher, query, { id });
    expect(answer.body).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
  });
});
