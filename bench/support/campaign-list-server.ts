import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import express from 'express';
import pino from 'pino';
import { formatAmount } from '../../src/amount';
import { formatTargeting } from '../../src/demand/campaigns/campaign-targeting';
import { listCampaigns, listCreativesOf } from '../../src/demand/campaigns/campaign.service';
import { listClassifications } from '../../src/demand/classifications/classification.service';
import { parseConfig } from '../../src/config';
import { listConversions } from '../../src/demand/conversions/conversion.service';
import { openDatabase } from '../../src/platform/database/connection';
import { createServiceContext } from '../../src/assembly/service-context';
import { toDashed } from '../../src/id';

/**
 * The least that a list of campaigns takes: an Express route that calls the services and prints their answer, without
 * tokens, GraphQL, records and envelope.
 */
const { values } = parseArgs({
  options: { uri: { type: 'string' }, owner: { type: 'string' }, data: { type: 'string' } },
});

async function main(): Promise<void> {
  const config = parseConfig({ ADGATE_DATA_DIR: values.data! });
  const log = pino({ level: 'silent' });
  const db = await openDatabase(values.uri!);
  const ctx = await createServiceContext(db, config, { log, publicUrl: 'http://127.0.0.1' });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get('/', async (req, res) => {
    const params = { advertiserId: values.owner!, filter: {}, page: { first: 20 } };
    const { nodes, totalCount } = await listCampaigns(ctx, params);
    const ids = nodes.map(({ id }) => id);
    const [creatives, conversions, classifications] = await Promise.all([
      listCreativesOf(ctx, ids),
      listConversions(ctx, ids),
      listClassifications(ctx, ids),
    ]);
    const data = nodes.map((campaign) => ({
      ...campaign,
      id: toDashed(campaign.id),
      hourlyBudget: Number(formatAmount(campaign.hourlyBudget)),
      maxCpc: campaign.maxCpc === null ? null : Number(formatAmount(campaign.maxCpc)),
      maxCpm: campaign.maxCpm === null ? null : Number(formatAmount(campaign.maxCpm)),
      targeting: formatTargeting(campaign),
      creatives: creatives.get(campaign.id) ?? [],
      conversions: conversions.get(campaign.id) ?? [],
      classifications: classifications.get(campaign.id) ?? [],
    }));
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.end(JSON.stringify({ data, totalCount, path: req.path }));
  });
  const server = app.listen(0, '127.0.0.1', () => {
    console.log(`listening on ${(server.address() as AddressInfo).port}`);
  });
}

process.once('SIGTERM', () => process.exit(0));
void main();
