import type { Locator, Page } from 'playwright-core';
import type { CreateCampaignParams } from '../../../src/demand/campaigns/campaign-creation.service';
import type { Account, Role } from '../../../src/identity/accounts/account';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { setRate } from '../../../src/money/rates/rate.service';
import {
  addressOfUser,
  type LedgerWorld,
  startLedgerWorld,
} from '../../money/payments/ledger-world';
import { type AdPages, startAdPages } from '../../support/ad-page';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { anAccount } from '../support';

const blockSeconds = 8;
/** Users of the ledger: the server, and who pays in. */
const [server, payer] = [1, 5];

/** A gateway that takes and pays coins on a ledger, a publisher's page, and a browser. */
export interface MoneyWorld extends AdPages {
  readonly ledger: LedgerWorld;
  readonly publisher: Account;
  /** A page of the publisher's with an ad, as its code comes. */
  readonly adPage: string;
  /** Somebody sends coins to the server's account. */
  deposit(amount: string, message: string): Promise<void>;
  /** Books coins in the funds of an account, as a deposit does. */
  fund(account: Account, coins: string): Promise<void>;
  /** Lets the ledger close one block: two of them make a transfer count. */
  closeBlock(): void;
  /** Starts a campaign that pays 1 coin for a view. */
  startCampaign(
    advertiser: Account,
    name: string,
    more?: Partial<CreateCampaignParams>,
  ): Promise<string>;
  /** Somebody sees the ad of the publisher's page for long enough that it counts. */
  view(): Promise<void>;
  addAccount(role: Role, user?: number): Promise<Account>;
  close(): Promise<void>;
}

/** Coins of the publisher are paid as soon as they are earned, also those of an hour that runs. */
const paysAtOnce = {
  ADGATE_MIN_PAYOUT: '0',
  ADGATE_PAY_PART_HOURS: '1',
  ADGATE_EARNINGS_DELAY: '0',
};

export async function startMoneyWorld(): Promise<MoneyWorld> {
  const ledger = await startLedgerWorld({ startsAt: Math.floor(Date.now() / 1000) });
  const pages = await startAdPages({
    env: {
      ...{ ADGATE_LEDGER_ADDRESS: addressOfUser(server), ADGATE_WALLET_URL: ledger.walletUrl },
      ...{ ADGATE_RELAY_URL: ledger.relayUrl, ...paysAtOnce },
    },
  });
  const { app } = pages;
  // The ledger's blocks close at the test's word: the gateway's clock goes along.
  let aheadMs = 0;
  app.clock.now = () => new Date(Date.now() + aheadMs);
  await setRate(app.ctx, { rate: usd('0.5') });
  const [placementId = ''] = await pages.createPlacements('300x250');
  const publisher = (await app.ctx.accounts.findLogin('publisher@test.example'))!.account;
  const payAt = (id: string, user: number) =>
    app.ctx.accounts.setPayoutAddress(id, {
      ...{ from: null, to: `ads:${addressOfUser(user)}`, changedAt: null },
    });
  await payAt(publisher.id, 2);
  const adPage = await pages.embedCode(placementId);

  return {
    ...pages,
    ledger,
    publisher,
    adPage,
    async deposit(amount, message) {
      const lateBy = Math.floor(app.clock.now().getTime() / 1000) - ledger.clock.seconds;
      if (lateBy > 0) ledger.passTime(lateBy);
      const params = { address: addressOfUser(server), amount, message };
      const { error } = await ledger.callAs(payer, 'send_one', params);
      if (error) throw new Error(error.message);
    },
    async fund({ id: accountId }, coins) {
      await bookDeposit(app.ctx, { accountId, amount: usd(coins) });
    },
    closeBlock() {
      ledger.passTime(blockSeconds);
      aheadMs = Math.max(aheadMs, ledger.clock.seconds * 1000 - Date.now());
    },
    async startCampaign({ id: advertiserId }, name, more) {
      const campaign = { advertiserId, name, maxCpm: usd('500'), ...more };
      return (await createActiveCampaign(app.ctx, { campaign })).campaign.id;
    },
    async view() {
      const { event } = await pages.open(adPage);
      await event('view');
    },
    async addAccount(role, user) {
      const account = await anAccount(app, [role]);
      if (user !== undefined) await payAt(account.id, user);
      return account;
    },
    async close() {
      await app.close();
      await ledger.close();
    },
  };
}

/** The figure of a tile. */
export const tile = (page: Page, name: string): Locator =>
  page.locator('.tile', { has: page.getByText(name, { exact: true }) }).locator('.tile-value');
