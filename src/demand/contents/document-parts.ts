import type { Config } from '../../config';
import type { Egress } from '../../platform/egress/egress';
import { problemOfTarget } from '../../platform/egress/target';
import type { FetchPart } from './outside-parts';

/** Where documents may have parts from outside. */
export interface DocumentParts {
  /** Documents load from these while they are shown. */
  readonly allowedOrigins: readonly string[];
  /** Files of these hosts are fetched now, and put in. */
  readonly fetchHosts: readonly string[];
  readonly fetchPart: FetchPart;
}

export function createDocumentParts(config: Config, egress: Egress): DocumentParts {
  const rule = { allowsLoopback: config.allowsLoopbackWebhooks };
  return {
    allowedOrigins: config.documentOrigins,
    fetchHosts: config.documentFetchHosts,
    async fetchPart(url, maxBytes) {
      // Older exports say http; the hosts of the trade have https.
      const target = problemOfTarget(url, rule) === null ? url : url.replace(/^http:/, 'https:');
      const problem = problemOfTarget(target, rule);
      return problem === null ? egress.getFile(target, maxBytes) : { problem };
    },
  };
}
