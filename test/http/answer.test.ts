import { expect, it } from '@jest/globals';
import { parseConfig } from '../../src/config';
import { sendJson } from '../../src/http/answer';
import { startHttpServer } from '../../src/http/server';

const texts = ['plain', 'Käse für 3 €', 'é', '\u{1f600}', 'quoted "\\" \u2028'];

it.each(texts)('sends the text %j as UTF-8, with its length in bytes', async (text) => {
  const config = parseConfig({ PORT: '0' });
  const server = await startHttpServer(config, (_req, res) => {
    sendJson(res, 200, { text });
  });
  try {
    const answer = await fetch(server.url);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes).toEqual(Buffer.from(JSON.stringify({ text }), 'utf8'));
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  } finally {
    await server.close();
  }
});
