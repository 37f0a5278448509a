import { expect, it } from '@jest/globals';
import { parseConfig } from '../../src/config';
import { startHttpServer } from '../../src/http/server';

it('says and keeps for how long an idle connection stays', async () => {
  const config = parseConfig({ PORT: '0', ADGATE_KEEP_ALIVE_SECONDS: '75' });
  const server = await startHttpServer(config, (_req, res) => res.end());
  try {
    const { headers } = await fetch(server.url);
    expect(headers.get('keep-alive')).toBe('timeout=75');
  } finally {
    await server.close();
  }
});
