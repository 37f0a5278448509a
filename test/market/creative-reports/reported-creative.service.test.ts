import { expect, it } from '@jest/globals';
import { listReportedCreatives } from '../../../src/market/creative-reports/reported-creative.service';
import { createActiveCampaign } from '../../support/campaigns';
import { monitored, onCommand } from '../../support/commands';
import { freshDatabase } from '../../support/database';
import { startVerifier } from '../../support/verification';

it('reads the campaigns of creatives of a list by one query, however many they are', async () => {
  // No job asks beside the service.
  const { ctx } = await startVerifier({ uri: monitored(await freshDatabase()) });
  const landings = new Map<string, string>();
  for (let nth = 0; nth < 3; nth += 1) {
    const landingUrl = `https://shop.example/${nth}`;
    const { creatives } = await createActiveCampaign(ctx, { campaign: { landingUrl } });
    for (const { id } of creatives) landings.set(id, landingUrl);
  }
  const commands: string[] = [];
  const stop = onCommand((command) => commands.push(command));
  const listed = await listReportedCreatives(ctx, [...landings.keys()]);
  stop();
  expect(new Map([...listed].map(([id, { landingUrl }]) => [id, landingUrl]))).toEqual(landings);
  expect(commands.filter((command) => command === 'find campaigns')).toHaveLength(1);
});
