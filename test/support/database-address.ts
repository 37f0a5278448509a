import type { NetConnectOpts } from 'node:net';

/** Where the database of a URI listens: at a socket, or at a port. */
export function addressOf(databaseUri: string): NetConnectOpts {
  const { hostname, port } = new URL(databaseUri);
  const name = decodeURIComponent(hostname);
  return name.startsWith('/') ? { path: name } : { host: name, port: Number(port) };
}

/** The URI of a database that is reached by a port of this machine. */
export function throughPort(databaseUri: string, port: number): string {
  const uri = new URL(databaseUri);
  uri.host = `127.0.0.1:${port}`;
  return uri.href;
}
