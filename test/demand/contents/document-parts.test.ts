import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../../src/config';
import { createDocumentParts } from '../../../src/demand/contents/document-parts';
import { type OutsidePart, readWithOutsideParts } from '../../../src/demand/contents/outside-parts';
import { createEgress } from '../../../src/platform/egress/egress';
import { startReceiver } from '../../support/receiver';

const partsOf = (env: Readonly<Record<string, string>>) => {
  const config = parseConfig({ ...env });
  return createDocumentParts(
    config,
    createEgress({ allowsLoopback: config.allowsLoopbackWebhooks }),
  );
};

describe('the hosts that parts are fetched from', () => {
  it('are none unless the operator names some, or those of the trade', () => {
    expect(partsOf({}).fetchHosts).toEqual([]);
    const { fetchHosts } = partsOf({ ADGATE_DOCUMENT_FETCH_HOSTS: 'fonts.example:8443, trade' });
    expect(fetchHosts).toEqual(expect.arrayContaining(['fonts.example:8443', 'code.createjs.com']));
  });

  it('are asked by https, and never on this machine unless that is allowed', async () => {
    const receiver = await startReceiver();
    const url = `${receiver.url}/library.js`;
    receiver.answer = (_req, res) =>
      res.writeHead(200, { 'Content-Type': 'text/javascript' }).end('1');
    expect(await partsOf({ ADGATE_LOOPBACK_WEBHOOKS: '1' }).fetchPart(url, 9)).toEqual({
      bytes: Buffer.from('1'),
      mime: 'text/javascript',
    });
    expect(await partsOf({}).fetchPart(url, 9)).toEqual({
      problem: 'must lead to a public address',
    });
    expect(receiver.messages).toHaveLength(1);
  });
});

describe('a document that wants parts', () => {
  const partOf = (bytes: Uint8Array): Promise<OutsidePart> =>
    Promise.resolve({ bytes, mime: 'text/css' });

  it('has few rounds of them', async () => {
    let count = 0;
    const { done } = await readWithOutsideParts<{ readonly done: string }>(
      () => partOf(new Uint8Array((count += 1))),
      (parts) => {
        const last = [...parts.values()].at(-1);
        const answer =
          last && 'problem' in last
            ? { done: last.problem }
            : { wanted: [`https://a.example/${parts.size}`] };
        return Promise.resolve(answer);
      },
    );
    expect([count, done]).toEqual([
      4,
      'a document has at most 30 of them, of 5242880 bytes in all',
    ]);
  });

  it('has 30 of them, and 5 MiB in all', async () => {
    const wanted = Array.from({ length: 40 }, (_, at) => `https://a.example/${at}`);
    /** Limits of the fetches, where each file has these bytes. */
    const had = async (bytes: Uint8Array) => {
      const most: number[] = [];
      await readWithOutsideParts<{ readonly isDone: true }>(
        (_url, maxBytes) => {
          most.push(maxBytes);
          return partOf(bytes);
        },
        (parts) => Promise.resolve(parts.size === 0 ? { wanted } : { isDone: true }),
      );
      return most;
    };
    expect(await had(new Uint8Array(1))).toHaveLength(30);
    expect(await had(new Uint8Array(2_621_440))).toEqual([5_242_880, 2_621_440]);
  });
});
