import { once } from 'node:events';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** For 127.0.0.1, signed by itself; known to everybody, and good for tests only. */
export const certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQga930eChzuUCPbkFe
wlMo2pzsxrWwBGCsl1VhWG+FH7+hRANCAASCJ773dDuIlDGL4R0nV0thamIWUuLK
ZgyyuPKkJ1hKpl+axwqSjRKUiGO++Cujl5mVQspAEIZjm0Blc2w5LIOv
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUYISE2WBoyTlBEGqi1xzqVa8tGN0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMjE5NDU1OFoYDzIxMjYxMDI5
MTk0NTU4WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASCJ773dDuIlDGL4R0nV0thamIWUuLKZgyyuPKkJ1hKpl+axwqSjRKU
iGO++Cujl5mVQspAEIZjm0Blc2w5LIOvo2QwYjAdBgNVHQ4EFgQU0bINCbXSeb0O
MYpsxFaejHprRk4wHwYDVR0jBBgwFoAU0bINCbXSeb0OMYpsxFaejHprRk4wDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IGps4vLfHvePA/deQVH0O6kfAiwoqJNRZJu/mW34l5gCAiEAycX9N6f9Q7gi/PLK
WEcies5JGwt+cSmQbDZ07gOPytQ=
-----END CERTIFICATE-----`,
};

export interface Proxy {
  readonly url: string;
  /** Where it leads; set before anybody asks. */
  target: string;
  readonly close: () => void;
}

export interface ProxyOptions {
  readonly isSecure?: boolean;
  /** Alters the bytes of an answer. */
  readonly alter?: (path: string, bytes: Buffer) => Buffer;
}

/** A server between a browser and a gateway. */
export async function startProxy({ isSecure = false, alter }: ProxyOptions): Promise<Proxy> {
  const proxy = { url: '', target: '', close: () => undefined as unknown };
  const server = await listenOn(isSecure, (req, res) => {
    const { method, headers, url = '' } = req;
    const sent = isSecure ? { ...headers, 'x-forwarded-proto': 'https' } : headers;
    const onward = request(`${proxy.target}${url}`, { method, headers: sent }, (answer) => {
      // An altered answer is not kept: it is altered anew each time.
      const caching = alter && { 'cache-control': 'no-store' };
      res.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...caching });
      if (!alter) answer.pipe(res);
      else void buffer(answer).then((bytes) => res.end(alter(url, bytes)));
    });
    onward.on('error', () => res.destroy());
    req.pipe(onward);
  });
  const { port } = server.address() as AddressInfo;
  proxy.url = `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`;
  proxy.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return proxy;
}

export async function listenOn(
  isSecure: boolean,
  listener: RequestListener,
): Promise<Server | SecureServer> {
  const server = isSecure ? createSecureServer(certificate, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
