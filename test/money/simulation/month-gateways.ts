import { startApp, type TestApp } from '../../support/app';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/fault-proxy';

/** A gateway, and its way to the database. */
export interface Place {
  readonly app: TestApp;
  readonly proxy: DatabaseProxy;
}

/** The header that tells the visitor's country. */
export const countryHeader = 'x-country';

/** Starts a gateway that takes any number of clicks by a visitor, at once. */
export async function openPlace(uri: string, now: () => Date): Promise<Place> {
  const proxy = await startDatabaseProxy(uri);
  const env = {
    ...{ ADGATE_RATE_MAX_AGE: '8760', ADGATE_MAX_NETWORK_CASES: '0' },
    ADGATE_COUNTRY_HEADER: countryHeader,
  };
  const scopes = ['VISITOR', 'NETWORK', 'PAIR', 'SITE'];
  const limits = {
    ...{ ADGATE_MAX_VISITOR_CASES: '0', ADGATE_MAX_PAIR_CASES: '0', ADGATE_LEAST_CLICK_MS: '0' },
    ...Object.fromEntries(scopes.map((scope) => [`ADGATE_MAX_${scope}_CLICK_SHARE`, '0'])),
  };
  const app = await startApp({ mongodbUri: proxy.uri, env: { ...env, ...limits }, now });
  return { app, proxy };
}

/** As jobs and the change feed do within two seconds. @param since the time of the oldest counts that are not told */
export async function shareCounts(places: readonly Place[], since: Date): Promise<void> {
  const live = places.map(({ app }) => app.ctx);
  await Promise.all(live.map(({ creativeResults }) => creativeResults.flush()));
  await Promise.all(live.map(({ frequencyExchange }) => frequencyExchange.flush()));
  const ids: string[] = [];
  for await (const { id } of live[0]?.frequencyShares.stream(since, new Date(8.64e15)) ?? [])
    ids.push(id);
  await Promise.all(live.map(({ frequencyExchange }) => frequencyExchange.refresh(ids)));
}

/** As the jobs of a minute do: from now on creatives are chosen by all that has a verdict. */
export async function learnResults(places: readonly Place[]): Promise<void> {
  const live = places.map(({ app }) => app.ctx);
  await Promise.all(live.map(({ creativeResults }) => creativeResults.flush()));
  for (const { creativeResults, inventory } of live) {
    await creativeResults.refresh();
    await inventory.rerank();
  }
}
