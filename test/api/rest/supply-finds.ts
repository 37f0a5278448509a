import { randomUUID } from 'node:crypto';
import { send, type TestApp } from '../../support/app';

export const payTo = '0001-00000002-BB2D';

export const aContext = (changes: object = {}) => ({
  iid: randomUUID(),
  url: 'https://news.example/page',
  publisher: payTo,
  medium: 'web',
  ...changes,
});
export const aBox = (changes: object = {}) => ({ id: '1', width: 300, height: 250, ...changes });
export const find = (app: TestApp, context: object, placements: readonly unknown[], headers = {}) =>
  send(`${app.url}/supply/find`, { json: { context, placements }, headers });
