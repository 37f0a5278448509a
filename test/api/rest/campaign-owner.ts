import type { Account } from '../../../src/identity/accounts/account';
import { accessToken, type Reply, send, startApp, type TestApp } from '../../support/app';

export interface CampaignOwner {
  readonly app: TestApp;
  /** Of both scopes. */
  readonly token: string;
  readonly owner: Account;
  /** Asks below `/api/v2/campaigns`: as the owner, unless said otherwise. */
  readonly call: (method: string, where: string, json?: unknown, bearer?: string) => Promise<Reply>;
}

/** A gateway, and an advertiser who manages campaigns by REST. */
export async function startWithOwner(): Promise<CampaignOwner> {
  const app = await startApp();
  const email = 'ann@test.example';
  const token = await accessToken(app, { scopes: ['campaign.read', 'campaign.write'], email });
  const { account: owner } = (await app.ctx.accounts.findLogin(email))!;
  return {
    app,
    token,
    owner,
    call: (method, where, json, bearer = token) =>
      send(`${app.url}/api/v2/campaigns${where}`, {
        method,
        headers: { Authorization: `Bearer ${bearer}` },
        ...(json !== undefined && { json }),
      }),
  };
}
