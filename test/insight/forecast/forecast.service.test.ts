import { beforeAll, expect, it } from '@jest/globals';
import { hourOfWeek } from '../../../src/demand/campaigns/schedule';
import { hourMs } from '../../../src/time';
import { accessToken, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { find } from '../../support/observed-finds';

let app: TestApp;
let token: string;
/** The hour that finds came in. */
let hour: number;

async function forecast(terms: string) {
  const input = `{ medium: "web", hourlyBudget: "1000", maxCpm: "20", ${terms} }`;
  const query = `{ forecast(input: ${input}) { sampledFinds figures { findsPerDay share } } }`;
  const { body } = await sendGraphql(app, token, query);
  expect(body.errors).toBeUndefined();
  return body.data.forecast;
}

/** Stores the finds of the hour as those of two hours before, too. */
async function keepThreeHours(): Promise<void> {
  await app.ctx.findSampler.flush();
  const [sampled] = await app.ctx.findSamples.listFrom(new Date(0));
  if (!sampled) throw new Error('nothing was sampled');
  hour = sampled.hour.getTime();
  for (const before of [26, 27]) {
    const at = new Date(hour - before * hourMs);
    await app.ctx.findSamples.put('another', { ...sampled, hour: at, since: at });
  }
}

beforeAll(async () => {
  app = await startApp();
  token = await accessToken(app, { scopes: ['campaign.read'], email: 'a@test.example' });
  await createActiveCampaign(app.ctx, {
    campaign: { maxCpm: usd('5'), category: 'IAB2-3' },
    sizes: ['728x90'],
  });
  for (const host of ['one.example', 'two.example', 'three.example'])
    for (let nth = 0; nth < 16; nth += 1)
      await find(app.ctx, { host, sizes: ['728x90', '300x250'] });
  await keepThreeHours();
});

/** An entry of the one hour that clocks in the zone show. */
function entryOf(timeZone: string, at: number): string {
  const shown = hourOfWeek(timeZone, at);
  const [from, to] = [shown % 24, (shown % 24) + 1].map((one) => `${one}`.padStart(2, '0'));
  return `${['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'][Math.floor(shown / 24)]} ${from}:00-${to}:00`;
}

it('a schedule has the finds of its hours alone, by the clock of its zone', async () => {
  // Of 27 hours and some minutes, with 96 placements in each of three.
  const all = await forecast('');
  expect(all.sampledFinds).toBe(144);
  expect(Number(all.figures.findsPerDay)).toBeGreaterThan(3 * 78);
  const schedule = `schedule: ["${entryOf('Asia/Tokyo', hour - 26 * hourMs)}"], timeZone: "Asia/Tokyo"`;
  for (const clock of ['campaign', 'visitor']) {
    const some = await forecast(`${schedule}, scheduleClock: ${clock}`);
    expect(some.sampledFinds).toBe(144);
    expect(Number(some.figures.findsPerDay)).toBeGreaterThan(78);
    expect(Number(some.figures.findsPerDay)).toBeLessThan(90);
  }
});

it('a competitor in the other placement of a page leaves nothing, where either asks for that', async () => {
  const cars = 'category: "IAB2-3", ads: [{ type: image, scope: "300x250" }]';
  const [together, apart] = [
    await forecast(cars),
    await forecast(`${cars}, competitiveExclusion: true`),
  ];
  expect(together.figures).toMatchObject({ share: 1 });
  expect(apart.figures).toMatchObject({ share: 0, findsPerDay: together.figures.findsPerDay });
  const others = 'category: "IAB3", competitiveExclusion: true';
  expect((await forecast(cars.replace('category: "IAB2-3"', others))).figures.share).toBe(1);
});
