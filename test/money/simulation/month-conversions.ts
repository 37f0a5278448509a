import { createHash, randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { expect } from '@jest/globals';
import type { ServiceContext } from '../../../src/api/context';
import { createConversion } from '../../../src/demand/conversions/conversion.service';
import { send, type TestApp } from '../../support/app';
import { usd } from '../../support/campaigns';
import { aNewConversion } from '../../support/conversions';

/** The campaign whose clicks convert. */
export const convertedName = 'converted';

const values = { in_budget: usd('0.05'), out_of_budget: usd('0.03') } as const;
type LimitType = keyof typeof values;

interface StoredCampaign {
  readonly _id: string;
  readonly hourlyBudget: bigint;
}

interface StoredDefinition {
  readonly _id: string;
  readonly limitType: LimitType;
  readonly cost: bigint;
  readonly occurrences: bigint;
}

interface StoredSpending {
  readonly offeredAt?: Date;
  readonly occurredAt: Date;
  readonly conversionId?: string;
  readonly limitType?: LimitType;
  readonly verdict?: {
    readonly status: string;
    readonly reason: string | null;
    readonly price: bigint;
  };
}

const costOf = (some: readonly StoredSpending[]): bigint =>
  some.reduce((sum, { verdict }) => sum + (verdict?.price ?? 0n), 0n);

/** The acts of visitors after a click: a conversion that anybody can tell of, in budget, and a signed one beside the budget. */
export class MonthConversions {
  #secret = '';
  readonly #ids = new Map<LimitType, string>();
  /** In budget, too: what the first visitor who converts does beside the others. */
  #firstIds: string[] = [];

  async define(ctx: ServiceContext): Promise<void> {
    const own = [...ctx.inventory.campaigns()].find(({ name }) => name === convertedName);
    const campaign = own && (await ctx.campaigns.findById(own.id));
    if (!campaign) throw new Error('nobody converts');
    const { id: campaignId, advertiserId } = campaign;
    this.#secret = campaign.secret;
    const make = async (limitType: LimitType): Promise<string> => {
      const type = limitType === 'in_budget' ? 'basic' : 'advanced';
      const value = values[limitType];
      const terms = {
        campaignId,
        advertiserId,
        value,
        limitType,
        type,
        dailyLimit: 10_000,
      } as const;
      return (await createConversion(ctx, aNewConversion(terms))).id;
    };
    for (const limitType of ['in_budget', 'out_of_budget'] as const)
      this.#ids.set(limitType, await make(limitType));
    this.#firstIds = [await make('in_budget'), await make('in_budget')];
  }

  /** A visitor does both, once. The first one does three in budget, of which an hour pays for two at most. */
  async convert({ url, clock }: TestApp, cid: string): Promise<void> {
    for (const id of this.#firstIds.splice(0))
      expect((await send(`${url}/kw/${id}?cid=${cid}`)).status).toBe(200);
    for (const [limitType, id] of this.#ids) {
      const signed = limitType === 'in_budget' ? '' : this.#sign(id, cid, clock.now());
      expect((await send(`${url}/kw/${id}?cid=${cid}${signed}`)).status).toBe(200);
    }
  }

  #sign(id: string, cid: string, now: Date): string {
    const nonce = randomBytes(12);
    const ts = Math.floor(now.getTime() / 1_000);
    const hash = createHash('sha256').update(id).update(nonce);
    const sig = hash.update(`${ts}${cid}${this.#secret}`).digest('base64url');
    return `&nonce=${nonce.toString('base64url')}&ts=${ts}&sig=${sig}`;
  }

  /** Recounts from documents as they are stored, by none of the product's code. */
  async recount(db: Connection) {
    const read = async (name: string, filter: Record<string, unknown>): Promise<unknown> =>
      db.collection(name).find(filter, { useBigInt64: true }).toArray();
    const [campaign] = (await read('campaigns', { name: convertedName })) as StoredCampaign[];
    if (!campaign) throw new Error('nobody converts');
    const own = { campaignId: campaign._id };
    const events = (await read('events', own)) as readonly StoredSpending[];
    const conversions = (await read('recordedConversions', own)) as readonly StoredSpending[];
    const definitions = (await read('conversions', own)) as readonly StoredDefinition[];
    const problems: string[] = [];
    const isPaid = ({ verdict }: StoredSpending) => verdict?.status === 'accepted';
    for (const { limitType = 'in_budget', verdict, occurredAt } of conversions) {
      const expected = verdict?.status === 'accepted' ? values[limitType] : 0n;
      const when = `a conversion ${limitType} at ${occurredAt.toISOString()}`;
      if (verdict?.price !== expected) problems.push(`${when} costs ${verdict?.price}`);
      const mayBeUnpaid = limitType === 'in_budget' && verdict?.reason === 'budget_spent';
      if (verdict?.status !== 'accepted' && !mayBeUnpaid)
        problems.push(`${when} is not paid: ${verdict?.reason}`);
    }
    for (const { _id, cost, occurrences } of definitions) {
      const paid = conversions.filter((one) => one.conversionId === _id && isPaid(one));
      if (cost !== costOf(paid) || occurrences !== BigInt(paid.length))
        problems.push(`${_id} tells ${occurrences} for ${cost} of ${paid.length}`);
    }
    const inBudget = conversions.filter(({ limitType }) => limitType === 'in_budget');
    const hours = Map.groupBy([...events, ...inBudget], ({ offeredAt, occurredAt }) =>
      (offeredAt ?? occurredAt).toISOString().slice(0, 13),
    );
    for (const [hour, some] of hours)
      if (costOf(some) > campaign.hourlyBudget)
        problems.push(`${convertedName} cost ${costOf(some)} in hour ${hour}`);
    const paid = inBudget.filter(isPaid).length;
    return { problems, counts: { paid, unpaid: inBudget.length - paid } };
  }
}
