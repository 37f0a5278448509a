import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { parseAllowedNode } from '../../../sidecar/node/allowed-nodes';
import { startRelay } from '../support';

/** The script that `docker-compose.yml` has the relay's container run. */
function healthScript(): string {
  const [, relay = ''] = readFileSync('docker-compose.yml', 'utf8').split(/^ {2}relay:$/m);
  const [, script = ''] = /^ +healthcheck:[^]*?"(fetch\(.+)"/m.exec(relay) ?? [];
  return script;
}

const exitCode = (script: string) =>
  new Promise((resolve) => {
    execFile(process.execPath, ['-e', script]).once('exit', resolve);
  });

it('the health check of docker-compose.yml tells a relay that runs from one that stops', async () => {
  expect(healthScript()).toContain(':6868/');
  for (const isReady of [true, false]) {
    await using relay = await startRelay([parseAllowedNode('node.example')], {
      isReady: () => isReady,
    });
    const { port } = new URL(relay.url);
    expect(await exitCode(healthScript().replace(':6868/', `:${port}/`))).toBe(isReady ? 0 : 1);
  }
});
