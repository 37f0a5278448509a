import { describe, expect, it } from '@jest/globals';
import { parseHex } from '../../../sidecar/ledger/hex';
import { createFrameParser, type NodeMessage } from '../../../sidecar/node/frames';
import recorded from '../../vectors/ledger-raw.json';

interface RawExchange {
  readonly name: string;
  readonly sent?: string;
  readonly got?: string;
}

const exchanges = recorded.exchanges as readonly RawExchange[];

/** Streams that are not of this version of the protocol, each with the reason. */
const excluded = new Map([
  ['raw_v1_info', 'version 1 has no lengths'],
  ['raw_v1_get_log', 'version 1 has no lengths'],
  [
    'raw_lock_user_contention',
    'a summary of 40 connections; the unframed answer has tests of its own',
  ],
]);

const streams = exchanges.filter(({ name }) => !excluded.has(name));

function messagesOf(hex: string, size: number): readonly NodeMessage[] {
  const parser = createFrameParser({ maxFrameBytes: 65_536 });
  const bytes = parseHex(hex);
  const messages: NodeMessage[] = [];
  for (let start = 0; start < bytes.length; start += size) {
    messages.push(...parser.push(bytes.subarray(start, start + size)));
  }
  return messages;
}

describe('what a node sent to bytes made by hand', () => {
  it.each(streams)('is read the same however it is cut: $name', ({ got = '' }) => {
    const whole = messagesOf(got, Math.max(1, got.length));
    for (const size of [1, 2, 3, 7, 64]) expect(messagesOf(got, size)).toEqual(whole);
    const [greeting] = whole;
    if (got.length >= 10) expect(greeting).toMatchObject({ kind: 'hello', version: 2 });
    else expect(greeting).toBeUndefined();
  });

  it.each(streams.filter(({ name }) => /^raw_version_(0|3|100|-)/.test(name)))(
    'says that the version is not taken: $name',
    ({ got }) => {
      expect(messagesOf(got!, 1)).toEqual([{ kind: 'hello', version: 2, isAccepted: false }]);
    },
  );

  it.each([
    ['raw_inf_bad_sig', 15],
    ['raw_inf_time_past_60', 34],
    ['raw_inf_foreign_sender', 7],
    ['raw_type_2', 7],
    ['raw_type_27', 7],
    ['raw_broadcast_time_plus_4', 21],
    ['raw_get_log_from_future', 21],
    ['raw_byte_by_byte', 0],
    ['raw_client_half_close', 0],
    ['raw_inf_time_past_9', 0],
    ['raw_inf_sender_other_user', 0],
  ])('%s is answered with code %i', (name, code) => {
    const { got } = exchanges.find((exchange) => exchange.name === name)!;
    expect(messagesOf(got!, 1)[1]).toMatchObject({ kind: 'response', code });
  });
});
