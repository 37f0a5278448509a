import type { ServerResponse } from 'node:http';
import type { RequestContext } from '../context';
import { notFound } from '../../errors';
import { partDirectivesOf } from '../../demand/creatives/creative-content.service';
import { requireViewer } from '../../identity/access/access-rule';
import { formatEmbedCode } from '../../supply/placements/embed-code';
import { getPlacement } from '../../supply/placements/publisher-placement.service';
import { getSite } from '../../supply/sites/publisher-site.service';
import { escapeHtml, setPageHeaders } from './page';
import type { PageRoute } from './page-route';

/** Tells the panel around it what becomes of the ad. A preview is told nothing that it must not pass on. */
const script = `for (const name of ['filled', 'empty', 'sample', 'view', 'error'])
  addEventListener('adgate:' + name, ({ type, detail }) => parent.postMessage({ type, reason: detail.reason }, '*'))`;

/**
 * A placement's embed code on a page of its own, in test mode: what the publisher's page would show now, by the tag that
 * it would load, and nothing of it counts. For a frame of the panel. The browser gives it an origin of its own, so that no
 * ad gets anywhere near the session.
 */
export const previewPages: readonly PageRoute[] = [
  {
    method: 'get',
    path: '/supply/preview/:id',
    access: ['site.read'],
    sessionCookie: 'ofAnySite',
    async handle(ctx, { params }, response) {
      const { id: publisherId } = requireViewer(ctx).account;
      const placement = await getPlacement(ctx, { publisherId, id: params.id ?? '' });
      const { host } = await getSite(ctx, { publisherId, id: placement.siteId });
      const settings = ` data-test data-url="https://${escapeHtml(host)}/"`;
      const code = formatEmbedCode(ctx.publicUrl, placement, settings);
      if (code === null) throw notFound('preview', placement.id);
      setHeaders(ctx, response);
      response.end(`<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Preview</title><style>html{color-scheme:light;background:#fff}body{margin:0}</style><script>${script}</script></head>
<body>${code}</body>
</html>
`);
    },
  },
];

function setHeaders(ctx: RequestContext, response: ServerResponse): void {
  setPageHeaders(response);
  // The panel frames it.
  response.setHeader('X-Frame-Options', 'SAMEORIGIN');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Security-Policy', policyOf(ctx));
}

/**
 * The policy of a preview: it lets the tag and documents of creatives load their parts. Documents inherit the policy,
 * so their scripts run. Scripts have no origin, call this server for ads only, and open other windows only after a
 * click.
 */
function policyOf(ctx: RequestContext): string {
  const { publicUrl, serveUrl } = ctx;
  return [
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    ...partDirectivesOf(ctx, {
      scripts: [`${publicUrl}/tag/`],
      connections: [`${publicUrl}/supply/`, `${publicUrl}/view`, `${serveUrl}/serve/`],
    }),
    "worker-src 'none'",
    'frame-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}
