import { createHmac } from 'node:crypto';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { idOfBytes } from '../../id';

/**
 * The case of a campaign's test visits. What is reported with it is a test: it is noted, never recorded, and costs nothing.
 * Only who has the campaign's secret can tell it. No find ever makes it.
 *
 * @see docs/conversions.md
 */
export function testCaseOf({ id, secret }: Pick<Campaign, 'id' | 'secret'>): string {
  return idOfBytes(
    createHmac('sha256', secret).update(`test case of ${id}`).digest().subarray(0, 16),
  );
}
