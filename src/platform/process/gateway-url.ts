import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const pathIn = (dataFolder: string) => join(dataFolder, 'gateway-url');

/** Notes where the gateway of a data folder listens: commands make links to it. */
export function noteGatewayUrl(dataFolder: string, url: string): void {
  writeFileSync(pathIn(dataFolder), `${url}\n`, { mode: 0o600 });
}

/** Where the gateway of a data folder listens, or listened last; null when none ever did. */
export function findGatewayUrl(dataFolder: string): string | null {
  try {
    const url = readFileSync(pathIn(dataFolder), 'utf8').trim();
    return URL.canParse(url) ? url : null;
  } catch {
    return null;
  }
}
