import { describe, expect, it } from '@jest/globals';
import { formatHex, parseHex } from '../../../sidecar/ledger/hex';
import {
  createFrameParser,
  encodeRequest,
  FrameError,
  hello,
  type NodeMessage,
} from '../../../sidecar/node/frames';
import recorded from '../../vectors/send-again.json';

const maxFrameBytes = 4099;
const stream = Buffer.concat(
  [recorded.hello.node, ...recorded.sessions.slice(0, 6).map(({ response }) => response)].map(
    parseHex,
  ),
);

function parseAll(chunks: readonly Uint8Array[]): readonly NodeMessage[] {
  const parser = createFrameParser({ maxFrameBytes });
  return chunks.flatMap((chunk) => parser.push(chunk));
}

const expected: readonly NodeMessage[] = [
  { kind: 'hello', version: 2, isAccepted: true },
  ...recorded.sessions.slice(0, 6).map(({ response }): NodeMessage => {
    const bytes = Buffer.from(parseHex(response));
    return {
      kind: 'response',
      code: bytes.readUInt32LE(4),
      payload: new Uint8Array(bytes.subarray(8)),
    };
  }),
];

describe('a recorded stream', () => {
  it('is the same messages in one piece', () => {
    expect(parseAll([stream])).toEqual(expected);
    expect(expected.map((message) => message.kind === 'response' && message.code)).toEqual([
      false,
      0,
      0,
      0,
      15,
      11,
      9,
    ]);
  });

  it('is the same messages cut at every byte', () => {
    for (let cut = 0; cut <= stream.length; cut += 1) {
      expect(parseAll([stream.subarray(0, cut), stream.subarray(cut)])).toEqual(expected);
    }
  });

  it('is the same messages byte by byte', () => {
    expect(parseAll([...stream].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
  });

  it('does not change when the buffers it came in are used again', () => {
    const chunk = Buffer.from(stream);
    const messages = parseAll([chunk]);
    chunk.fill(0xff);
    expect(messages).toEqual(expected);
  });
});

describe('a long response', () => {
  it('may come byte by byte without being copied each time', () => {
    const body = new Uint8Array(2 ** 19).fill(7);
    const parser = createFrameParser({ maxFrameBytes: body.length });
    parser.push(parseHex(recorded.hello.node));
    const frame = encodeRequest(body, new Uint8Array(0));
    const messages: NodeMessage[] = [];
    for (let at = 0; at < frame.length; at += 1) {
      messages.push(...parser.push(frame.subarray(at, at + 1)));
    }
    expect(parser.isEmpty()).toBe(true);
    expect(messages).toMatchObject([{ kind: 'response', code: 0x07070707 }]);
    const [message] = messages;
    expect(message?.kind === 'response' && message.payload.every((byte) => byte === 7)).toBe(true);
    expect(message?.kind === 'response' && message.payload.length).toBe(body.length - 4);
  });
});

describe('a rejected version', () => {
  it('is told apart', () => {
    expect(parseAll([parseHex(recorded.rejectedVersion.node)])).toEqual([
      { kind: 'hello', version: 2, isAccepted: false },
    ]);
  });
});

describe('an unframed word 47', () => {
  const parser = () => {
    const made = createFrameParser({ maxFrameBytes });
    made.push(parseHex(recorded.hello.node));
    return made;
  };

  it('is seen once it is whole and alone', () => {
    const locked = parser();
    const seen = [...parseHex(recorded.locked.unframed)].map((byte) => {
      expect(locked.push(Uint8Array.of(byte))).toEqual([]);
      return locked.isLockRefusalPending();
    });
    expect(seen).toEqual([false, false, false, true]);
  });

  it('is not taken for one when more follows', () => {
    const locked = parser();
    locked.push(parseHex(`${recorded.locked.unframed}09`));
    expect(locked.isLockRefusalPending()).toBe(false);
  });

  it.each(['04000000', '2e000000', '00002f00'])('is not seen in %s', (hex) => {
    const other = createFrameParser({ maxFrameBytes: 2 ** 31 });
    other.push(parseHex(recorded.hello.node));
    other.push(parseHex(hex));
    expect(other.isLockRefusalPending()).toBe(false);
  });

  it('is not seen before the hello', () => {
    const fresh = createFrameParser({ maxFrameBytes });
    fresh.push(parseHex(recorded.locked.unframed));
    expect(fresh.isLockRefusalPending()).toBe(false);
  });
});

describe('lengths that no node sends', () => {
  it.each([
    ['zero', '00000000'],
    ['less than the error code', '03000000'],
    ['one too many', '04100000'],
    ['four gigabytes', 'ffffffff'],
  ])('%s', (_case, length) => {
    expect(() => parseAll([parseHex(recorded.hello.node), parseHex(length)])).toThrow(FrameError);
  });

  it('the longest that is allowed is waited for', () => {
    const body = new Uint8Array(maxFrameBytes);
    const frame = encodeRequest(body, new Uint8Array(0));
    expect(parseAll([parseHex(recorded.hello.node), frame])).toHaveLength(2);
  });
});

describe('requests', () => {
  it('start with the recorded hello', () => {
    expect(formatHex(hello).toLowerCase()).toBe(recorded.hello.client);
  });

  it.each(recorded.sessions)('are the recorded bytes: $name', ({ data, signature, request }) => {
    const frame = encodeRequest(parseHex(data), parseHex(signature));
    expect(formatHex(frame).toLowerCase()).toBe(request);
  });
});
