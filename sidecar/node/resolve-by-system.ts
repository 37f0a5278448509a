import { lookup } from 'node:dns/promises';

/** Asks the system's resolver for all addresses of a name. */
export async function resolveBySystem(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}
