import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { join } from 'node:path';
import { createServer } from 'vite';
import { panelConfig } from '../panel/vite.mjs';

const usualPort = 5173;

/**
 * The panel by vite, whose pages follow their sources. All else at its address is the gateway's, so that cookies and
 * links of the gateway hold there.
 *
 * @param watched further folders whose changes are told by `watcher`
 */
export async function servePanel({ root, gatewayUrl, watched }) {
  const http = createHttpServer();
  const vite = await createServer({
    ...panelConfig,
    cacheDir: join(root, 'dist/vite'),
    // With a server of its own vite would end this process at a signal.
    server: {
      middlewareMode: { server: http },
      hmr: { server: http },
      proxy: { '^/(?!panel/)': gatewayUrl },
    },
  });
  vite.watcher.add(watched);
  http.on('request', vite.middlewares);
  const { hostname } = new URL(gatewayUrl);
  await listen(http, hostname, usualPort).catch(() => listen(http, hostname, 0));
  return {
    url: `http://${hostname}:${http.address().port}`,
    watcher: vite.watcher,
    async close() {
      http.close();
      http.closeAllConnections();
      await vite.close();
    },
  };
}

async function listen(http, host, port) {
  http.listen(port, host);
  await once(http, 'listening');
}
