import { startApp, type TestApp } from './app';
import { freshDatabase } from './database';
import { type SmtpServer, startSmtpServer } from './smtp-server';

/** A gateway, the mail server that it sends to, and its database, for commands beside it. */
export interface MailApp {
  readonly app: TestApp;
  readonly smtp: SmtpServer;
  readonly mongodbUri: string;
}

/** @param env settings beside those of mail */
export async function startMailApp(env: Readonly<Record<string, string>> = {}): Promise<MailApp> {
  const [mongodbUri, smtp] = await Promise.all([freshDatabase(), startSmtpServer()]);
  const app = await startApp({ mongodbUri, env: { ...smtp.env, ...env } });
  return { app, smtp, mongodbUri };
}
