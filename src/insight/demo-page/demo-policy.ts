import type { Config } from '../../config';
import { partDirectives } from '../../demand/contents/document-policy';
import { isDemoMarket } from './demo-market';

interface PolicyContext {
  readonly publicUrl: string;
  readonly config: Pick<Config, 'documentOrigins' | 'hasDemo' | 'allowsLoopbackPeers'>;
}

/** The policy of a file of the demo without ads: no script but our own files. */
export function plainPolicyOf(ctx: PolicyContext): string {
  const connections = `connect-src ${connectionsOf(ctx).join(' ')}`;
  return policyOf(ctx, ["script-src 'self'", "style-src 'self'", "img-src 'self'", connections]);
}

/**
 * The policy of the page with ads. Documents in the tag's frames inherit the policy, so the page may load what documents
 * may, and their scripts run. Their frames have no origin: no cookie, storage or answer of ours is theirs, and the policy
 * in a document's bytes forbids calls.
 */
export function adPolicyOf(ctx: PolicyContext): string {
  const sources = ["'self'", ...ctx.config.documentOrigins];
  return policyOf(ctx, partDirectives(sources, { connections: connectionsOf(ctx) }));
}

function policyOf({ config }: PolicyContext, directives: readonly string[]): string {
  return [
    "default-src 'none'",
    ...directives,
    ["frame-src 'self' data:", ...loopbackOf(config)].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** Creatives and events are at the public URL: another origin when the page is opened by another name. */
const connectionsOf = ({ publicUrl, config }: PolicyContext): readonly string[] => [
  "'self'",
  publicUrl,
  ...loopbackOf(config),
];

/** In a market, creatives and events of the other server are at another port of this machine. */
const loopbackOf = (config: PolicyContext['config']): readonly string[] =>
  isDemoMarket(config) ? ['http://127.0.0.1:*', 'http://localhost:*'] : [];
