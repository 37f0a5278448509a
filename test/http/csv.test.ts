import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type CsvRow, formatCsvRow, sendCsv } from '../../src/http/csv';
import { eventually } from '../support/eventually';

describe('a row of CSV', () => {
  it.each<[string, CsvRow, string]>([
    ['plain cells', ['a', 1, 2n, null, 0.5], 'a,1,2,,0.5'],
    [
      'commas, quotes and lines',
      ['a,b', 'say "x"', 'one\r\ntwo'],
      '"a,b","say ""x""","one\r\ntwo"',
    ],
    ['blanks at the ends', [' a', 'b '], '" a","b "'],
    ['decimals of either sign', ['-0.5', '12.00000000001', '-3'], '-0.5,12.00000000001,-3'],
    ['formulas', ['=1+1', '+1+1', '-1+1', '@SUM(A1)'], `"'=1+1","'+1+1","'-1+1","'@SUM(A1)"`],
    ['formulas in full width', ['＝1', '＠A'], `"'＝1","'＠A"`],
    ['formulas behind blanks and tabs', ['  =1', '\t=1', '\r=1'], `"'  =1","\t'=1","\r'=1"`],
    ['formulas behind other separators', ['a;=1', 'a\n=1', 'a\t@b'], `"a;'=1","a\n'=1","a\t'@b"`],
    ['signs within a text', ['a-b', 'a=b', '1-2'], 'a-b,a=b,1-2'],
    ['a formula with quotes', ['=HYPERLINK("x";"y")'], `"'=HYPERLINK(""x"";""y"")"`],
  ])('has %s', (_case, cells, line) => {
    expect(formatCsvRow(cells)).toBe(`${line}\r\n`);
  });
});

describe('rows that are sent', () => {
  let stop = () => Promise.resolve();
  afterEach(() => stop());

  async function startSending(rows: () => Iterable<CsvRow> | AsyncIterable<CsvRow>) {
    async function* oneByOne() {
      for await (const row of rows()) yield [row];
    }
    const ends: unknown[] = [];
    const server = createServer((_req: IncomingMessage, res: ServerResponse) => {
      sendCsv(res, { fileName: 'x.csv', columns: ['at', 'name'], rows: oneByOne() }).then(
        () => ends.push(null),
        (error: unknown) => ends.push(error),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    stop = async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    };
    // It listens on TCP.
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ends };
  }

  it('come behind their header, as a file', async () => {
    const { url } = await startSending(() => [[1, 'é']]);
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="x.csv"');
    expect(await answer.text()).toBe('at,name\r\n1,é\r\n');
  });

  it('are written as they would be alone, whatever stands above them', async () => {
    const rows: readonly CsvRow[] = [
      ['at', 'name'],
      [1, '=1'],
      [1, '=1'],
      ['1', '=1', 'more'],
      [1n],
      [null, '=1', 'more'],
      [null, null, ''],
    ];
    const { url } = await startSending(() => rows);
    const text = ['at,name\r\n', ...rows.map(formatCsvRow)].join('');
    expect(await (await fetch(url)).text()).toBe(text);
  });

  it('are left out for HEAD', async () => {
    let isRead = false;
    const { url } = await startSending(function* () {
      isRead = true;
      yield [1, 'a'];
    });
    const answer = await fetch(url, { method: 'HEAD' });
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect([await answer.text(), isRead]).toEqual(['', false]);
  });

  it('wait for a client that does not read, and end when it goes', async () => {
    let made = 0;
    let isEnded = false;
    async function* endless() {
      try {
        for (;;) {
          made += 1;
          yield [made, 'x'.repeat(1_000)];
          if (made % 100 === 0) await Promise.resolve();
        }
      } finally {
        isEnded = true;
      }
    }
    const { url, ends } = await startSending(endless);
    const sent = request(url).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.pause();
    await eventually(async () => {
      const before = made;
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      expect(made).toBe(before);
    }, 10_000);
    // So many rows fill the system's buffers; there are many more.
    expect(made).toBeLessThan(100_000);
    answer.destroy();
    await eventually(() => {
      expect([isEnded, ends]).toEqual([true, [null]]);
      return Promise.resolve();
    }, 10_000);
  });

  async function* failing() {
    yield [1, 'a'.repeat(100_000)];
    await Promise.resolve();
    throw new Error('no more');
  }

  it('break off when they fail, and say why', async () => {
    const { url, ends } = await startSending(failing);
    const answer = await fetch(url);
    await expect(answer.text()).rejects.toThrow();
    expect(ends).toEqual([new Error('no more')]);
  });

  it('look complete to nobody when they fail, not even where the connection’s end ends an answer', async () => {
    const { url } = await startSending(failing);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.resume().end('GET / HTTP/1.0\r\n\r\n');
    await expect(once(socket, 'close')).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('are no failure when the client goes', async () => {
    const { url, ends } = await startSending(function* () {
      for (;;) yield [1, 'a'.repeat(1_000)];
    });
    const [answer] = (await once(request(url).end(), 'response')) as [IncomingMessage];
    answer.destroy();
    await eventually(() => {
      expect(ends).toEqual([null]);
      return Promise.resolve();
    }, 10_000);
  });
});
