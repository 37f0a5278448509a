import { expect, it } from '@jest/globals';
import express, { type Express } from 'express';
import { parseConfig } from '../../src/config';
import { createMessages, type Messages } from '../../src/http/messages';
import { startHttpServer } from '../../src/http/server';

async function askOnce(app: Express, messages: Messages): Promise<Response> {
  const config = parseConfig({ PORT: '0' });
  const server = await startHttpServer(config, app, { messages });
  try {
    return await fetch(server.url, { headers: { 'X-Forwarded-Proto': 'https' } });
  } finally {
    await server.close();
  }
}

it('makes requests and answers that an app does not change', async () => {
  const messages = createMessages();
  const app = express();
  messages.fitTo(app);
  const seen: unknown[] = [];
  app.use((req, res) => {
    seen.push(Object.getPrototypeOf(req), Object.getPrototypeOf(res));
    res.end();
  });
  await askOnce(app, messages);
  expect(seen[0]).toBe(messages.IncomingMessage.prototype);
  expect(seen[1]).toBe(messages.ServerResponse.prototype);
});

it('gives them what the settings of the app say', async () => {
  const messages = createMessages();
  const app = express();
  app.set('trust proxy', true);
  messages.fitTo(app);
  app.use((req, res) => {
    res.json({ protocol: req.protocol });
  });
  expect(await (await askOnce(app, messages)).json()).toEqual({ protocol: 'https' });
});

it('leaves the requests of another app as they are', async () => {
  const [messages, others] = [createMessages(), createMessages()];
  const [app, other] = [express(), express()];
  app.set('trust proxy', true);
  messages.fitTo(app);
  others.fitTo(other);
  other.use((req, res) => {
    res.json({ protocol: req.protocol });
  });
  expect(await (await askOnce(other, others)).json()).toEqual({ protocol: 'http' });
});
