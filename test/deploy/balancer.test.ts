import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { maxFileBytes, maxOtherBytes, multipartTimeoutMs } from '../../src/http/multipart';

const text = readFileSync('deploy/balancer.conf', 'utf8');

/** The number of a directive that has this unit. */
function numberOf(directive: string, unit: string): number {
  const [, number] = new RegExp(`^\\s*${directive} (\\d+)${unit};`, 'm').exec(text) ?? [];
  return Number(number);
}

describe('deploy/balancer.conf', () => {
  it('lets the largest upload through, which the gateway then judges', () => {
    expect(numberOf('client_max_body_size', 'm') * 2 ** 20).toBeGreaterThanOrEqual(
      maxFileBytes + maxOtherBytes,
    );
  });

  it('waits for an answer as long as a gateway may take for one', () => {
    expect(numberOf('proxy_read_timeout', 's') * 1_000).toBeGreaterThan(multipartTimeoutMs);
  });
});
