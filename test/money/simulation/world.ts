import { randomBytes } from 'node:crypto';
import type { ServiceContext } from '../../../src/api/context';
import type { BudgetSlice, createHourTallies } from '../../../src/money/budgets/hour-tallies.store';
import { hourTallyIdOf } from '../../../src/money/budgets/hour-tally';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { setRate } from '../../../src/money/rates/rate.service';
import { aCreative } from '../../support/creatives';
import { aRunningCampaign, aSite } from '../../support/verifier';
import { type Act, noon, type World } from './story';
import { aNewConversion } from '../../support/conversions';
import type { Withdrawers } from './withdrawals';

type HourTalliesOf<Owner extends object> = ReturnType<typeof createHourTallies<Owner>>;

/** Makes everybody and everything that there is at noon. */
export async function createAll(ctx: ServiceContext, world: World): Promise<void> {
  const account = {
    ...{ isEmailConfirmed: true, passwordHash: null },
    payoutAddress: 'ads:0001-00000005-CBCA',
  };
  for (const { id, creditLimit } of world.advertisers) {
    const email = `${id}@advertisers.example`;
    await ctx.accounts.insert({ ...account, id, email, roles: ['advertiser'] });
    await ctx.accounts.update(id, { creditLimit });
  }
  for (const id of world.publisherIds) {
    const email = `${id}@publishers.example`;
    await ctx.accounts.insert({ ...account, id, email, roles: ['publisher'] });
  }
  for (const { id, advertiserId, creativeId, budget, needsConfirmation } of world.campaigns) {
    const conversionClick = needsConfirmation ? 'basic' : 'none';
    const terms = { startsAt: noon, hourlyBudget: budget, conversionClick } as const;
    await ctx.campaigns.insert(aRunningCampaign({ id, advertiserId, ...terms }), 9);
    const creative = aCreative({ id: creativeId, campaignId: id, advertiserId });
    await ctx.creatives.insert([creative], id, noon);
  }
  for (const site of world.sites) await ctx.sites.insertOrFind(aSite(site));
  for (const definition of world.definitions)
    await ctx.conversions.insert(
      aNewConversion({ ...definition, isValueMutable: true, isRepeatable: true }),
    );
  const { publisherId, network } = world.ownNetwork;
  await ctx.accountNetworks.note(publisherId, network, noon);
}

/** As gateways do it: whoever reads the hour before another one has written to it comes too late. */
async function setAside<Owner extends object>(
  hours: Pick<HourTalliesOf<Owner>, 'list' | 'takeSlices'>,
  id: string,
  slice: BudgetSlice<Owner>,
): Promise<void> {
  for (;;) {
    const version = (await hours.list([id])).get(id)?.version ?? 0;
    if ((await hours.takeSlices([{ ...slice, version }])).size === 0) return;
  }
}

/** Does what a person or the operator does; the clock says when. */
export async function perform(
  { ctx, withdrawers }: { readonly ctx: ServiceContext; readonly withdrawers: Withdrawers },
  world: World,
  act: Act,
): Promise<void> {
  const campaignOf = (campaignId: string) => {
    const { id, advertiserId } = world.campaigns.find((campaign) => campaign.id === campaignId)!;
    return { id, advertiserId };
  };
  switch (act.kind) {
    case 'rate':
      await setRate(ctx, { rate: act.rate });
      return;
    case 'deposit': {
      const reference = randomBytes(8).toString('hex');
      const deposit = { accountId: act.advertiserId, amount: act.amount, reference };
      // A caller that gets no answer deposits again.
      await bookDeposit(ctx, deposit);
      await bookDeposit(ctx, deposit);
      return;
    }
    case 'budget':
      await ctx.campaigns.update(campaignOf(act.campaignId), { hourlyBudget: act.budget });
      return;
    case 'setAside': {
      const { id: campaignId, advertiserId } = campaignOf(act.campaignId);
      const slice = { owner: { campaignId, advertiserId }, at: act.at, amount: act.amount };
      // A third is for clicks.
      await setAside(ctx.campaignHours, hourTallyIdOf(campaignId, act.at), {
        ...{ ...slice, offers: 1n },
        forViews: (act.amount * 2n) / 3n,
      });
      return;
    }
    case 'bind': {
      const { advertiserId, at, amount } = act;
      // For clicks: from what is for views, no clicks would be paid.
      const slice = { owner: { advertiserId }, at, amount, offers: 1n, forViews: 0n };
      await setAside(ctx.campaignHours.accounts, hourTallyIdOf(advertiserId, at), slice);
      return;
    }
    case 'withdraw':
      await withdrawers.ask(act.advertiserId, act.amount, 4);
      return;
    case 'cancel':
      await withdrawers.cancel(act.advertiserId);
      return;
    case 'pause':
    case 'resume': {
      const status = act.kind === 'pause' ? 'inactive' : 'active';
      await ctx.campaigns.update(campaignOf(act.campaignId), { status });
      return;
    }
    case 'suspend':
    case 'restore': {
      const suspendedReason = act.kind === 'suspend' ? 'fraud' : null;
      await ctx.accounts.update(act.publisherId, { suspendedReason });
      return;
    }
    case 'reject':
      await ctx.creatives.update(
        act.creativeId,
        { status: 'active' },
        {
          status: 'rejected',
          rejectionReason: 'misleading',
        },
      );
  }
}
