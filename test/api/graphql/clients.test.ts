import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache, Observable } from '@apollo/client';
import { OperationTypeNode, print } from 'graphql';
import { createClient } from 'graphql-sse';
import {
  cacheExchange,
  Client,
  fetchExchange,
  type OperationContext,
  subscriptionExchange,
} from '@urql/core';
import { accessToken, startApp, type TestApp } from '../../support/app';
import { anId } from '../../support/events';
import { tellVerdicts } from '../../support/verdicts';
import { aCreative } from '../../support/creatives';
import { aRunningCampaign, aSite } from '../../support/verifier';

let app: TestApp;
let headers: { readonly Authorization: string };
const ids = { campaignId: anId(), creativeId: anId(), siteId: anId() };
let account: { advertiserId: string; publisherId: string };

beforeAll(async () => {
  app = await startApp();
  const email = 'a@test.example';
  const token = await accessToken(app, { scopes: ['statistics.read'], email });
  headers = { Authorization: `Bearer ${token}` };
  const { id } = (await app.ctx.accounts.findLogin(email))!.account;
  account = { advertiserId: id, publisherId: id };
  const { campaignId, creativeId, siteId } = ids;
  await app.ctx.campaigns.insert(aRunningCampaign({ id: campaignId, advertiserId: id }), 9);
  const creative = aCreative({ id: creativeId, campaignId, advertiserId: id });
  await app.ctx.creatives.insert([creative], anId(), new Date());
  await app.ctx.sites.insertOrFind(aSite({ id: siteId, publisherId: id }));
});

const view = () => tellVerdicts(app.ctx, [{ ...account, ...ids, occurredAt: new Date() }]);

const hour = 60 * 60 * 1000;
const statistics = `query Figures($from: DateTime!, $to: DateTime!) {
  statistics(as: advertiser, from: $from, to: $to) { totals { validViews cost } behindSeconds }
}`;
const figures = `subscription Follow($campaignId: ID!, $from: DateTime!) {
  campaignFigures(campaignId: $campaignId, from: $from) { revision figures { validViews cost } }
}`;
const range = () => ({
  from: new Date(Date.now() - hour).toISOString(),
  to: new Date(Date.now() + hour).toISOString(),
});
const followed = () => ({ campaignId: ids.campaignId, from: range().from });

/** Expects a client to tell the figures, then the figures with one view more. */
async function expectOneMore(next: () => Promise<number>): Promise<void> {
  const before = await next();
  await view();
  expect(await next()).toBe(before + 1);
}

/** Takes values one by one of those who push them. */
function createInbox<Value>() {
  const values: Value[] = [];
  let wake: (() => void) | null = null;
  return {
    put: (value: Value) => {
      values.push(value);
      wake?.();
    },
    take: async (): Promise<Value> => {
      while (values.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return values.shift()!;
    },
  };
}

interface FollowedFigures {
  readonly campaignFigures: { readonly figures: { readonly validViews: number } };
}
const viewsOf = ({ campaignFigures }: FollowedFigures) => campaignFigures.figures.validViews;

const streamClient = () => createClient({ url: `${app.url}/graphql/stream`, headers });

describe('graphql-sse', () => {
  it('reads statistics and follows figures', async () => {
    const client = streamClient();
    const answers = client.iterate<{ statistics: { behindSeconds: number } }>({
      ...{ query: statistics, variables: range() },
    });
    expect((await answers.next()).value.data.statistics.behindSeconds).toBe(0);
    const stream = client.iterate<FollowedFigures>({ query: figures, variables: followed() });
    await expectOneMore(async () => viewsOf((await stream.next()).value.data));
    client.dispose();
  });

  it('follows what docs/http-api.md says', async () => {
    const text = readFileSync('docs/http-api.md', 'utf8');
    const [line = ''] = /subscription \{ campaignFigures.*(?=\\"\})/.exec(text) ?? [];
    const query = line
      .replaceAll('\\\\\\"', '"')
      .replace('$CAMPAIGN', ids.campaignId)
      .replace(/\$\(date[^)]*\)/, range().from);
    const client = streamClient();
    const stream = client.iterate<FollowedFigures>({ query });
    await expectOneMore(async () => viewsOf((await stream.next()).value.data));
    client.dispose();
  });

  it('is told what is wrong, once, and asks no more', async () => {
    const client = streamClient();
    const variables = { ...followed(), campaignId: anId() };
    const told: unknown[] = [];
    for await (const { errors } of client.iterate({ query: figures, variables })) told.push(errors);
    expect(told).toMatchObject([[{ extensions: { code: 'NOT_FOUND' } }]]);
    client.dispose();
  });
});

describe('Apollo Client', () => {
  it('reads statistics and follows figures', async () => {
    const stream = streamClient();
    const link = ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      new ApolloLink(
        ({ query, variables, operationName }) =>
          new Observable<ApolloLink.Result>((sink) =>
            stream.subscribe(
              { query: print(query), variables, ...(operationName && { operationName }) },
              {
                next: ({ data }) => {
                  sink.next({ data: data ?? null });
                },
                error: (error) => {
                  sink.error(error);
                },
                complete: () => {
                  sink.complete();
                },
              },
            ),
          ),
      ),
      new HttpLink({ uri: `${app.url}/graphql`, headers }),
    );
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const { data } = await client.query({ query: gql(statistics), variables: range() });
    expect(data).toMatchObject({ statistics: { behindSeconds: 0 } });
    const inbox = createInbox<number>();
    const subscription = client
      .subscribe<FollowedFigures>({ query: gql(figures), variables: followed() })
      .subscribe(({ data: next }) => {
        inbox.put(viewsOf(next!));
      });
    await expectOneMore(inbox.take);
    subscription.unsubscribe();
    client.stop();
    stream.dispose();
  });
});

describe('urql', () => {
  const expectToFollow = async (client: Client, context: Partial<OperationContext> = {}) => {
    const { data } = await client.query(statistics, range()).toPromise();
    expect(data.statistics).toMatchObject({ behindSeconds: 0 });
    const inbox = createInbox<number>();
    const following = client
      .subscription<FollowedFigures>(figures, followed(), context)
      .subscribe(({ data: next }) => {
        inbox.put(viewsOf(next!));
      });
    await expectOneMore(inbox.take);
    return following;
  };

  it('reads statistics and follows figures with the client of graphql-sse', async () => {
    const stream = streamClient();
    const subscriptions = subscriptionExchange({
      forwardSubscription: ({ query = '', variables = {} }) => ({
        subscribe: (sink) => ({ unsubscribe: stream.subscribe({ query, variables }, sink) }),
      }),
    });
    const following = await expectToFollow(
      new Client({
        url: `${app.url}/graphql`,
        preferGetMethod: false,
        fetchOptions: { headers },
        exchanges: [cacheExchange, fetchExchange, subscriptions],
      }),
    );
    following.unsubscribe();
    stream.dispose();
  });

  it('follows figures by itself', async () => {
    // Until the gateway ends: to stop it leaves a rejection that nobody handles.
    await expectToFollow(
      new Client({
        url: `${app.url}/graphql`,
        preferGetMethod: false,
        fetchOptions: { headers },
        fetchSubscriptions: true,
        exchanges: [fetchExchange],
      }),
      { url: `${app.url}/graphql/stream` },
    );
  });
});
