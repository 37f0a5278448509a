import { Extensions, Field, Float, ID, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { campaignStatus, type CampaignStatus } from '../../demand/campaigns/campaign.resource';
import { createEnum } from '../../platform/graphql/enum';
import { AmountScalar, CountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import type { FindOutcome } from '../../market/outcomes/outcome';
import {
  type Blockable,
  type CampaignServing,
  type Hindrance,
  hindrances,
} from './campaign-serving';
import { type BudgetLimit, budgetLimits, type BudgetSpan, budgetSpans } from './serving-state';
import { type ServingState, servingStates } from './serving-states';
import { OutcomeEnum } from './find-outcomes.type';

const HindranceEnum = createEnum({
  name: 'CampaignHindrance',
  description: 'Why nobody sees a campaign, whatever the request.',
  values: hindrances,
  meanings: {
    not_active: 'Its status is another than `active`.',
    not_started: 'Its start is to come.',
    ended: 'Its end has passed.',
    landing_refused: 'The operator refuses the domain of its landing page: `refusedDomain`.',
    no_active_creative:
      'None of its creatives is active: they are drafts, stopped, rejected, or wait for review.',
    creatives_not_scheduled:
      'None of its active creatives is within its own times: each has ended, or begins later.',
    budget_used:
      'The budget of this clock hour, of this day or in all is used up: `limitedBudget`.',
    no_exchange_rate:
      'The exchange rate is too old: within an hour nothing is offered that costs. The operator sets rates.',
  },
});

const ServingStateEnum = createEnum({
  name: 'CampaignServingState',
  description:
    'How a campaign stands with being shown. Of several that hold, the first in this order.',
  values: servingStates,
  meanings: {
    draft: 'It is not finished.',
    paused: 'Its advertiser has stopped it.',
    suspended: 'The system has stopped it: `suspendedReason`.',
    ended: 'Its end has passed.',
    scheduled:
      'Its start is to come, or the hour is none of its schedule: of visitors’ clocks, for none of those who came.',
    waiting_for_review:
      'None of its creatives is served: an operator has yet to approve some (`Creative.review`).',
    rejected_by_operator:
      'The operator refuses the domain of its landing page (`refusedDomain`), or none of its creatives is active, and the operator has rejected some.',
    no_active_creative: 'None of its creatives is active: there is none, or all are stopped.',
    creatives_not_scheduled:
      'None of its active creatives is within its own times (`Creative.startsAt`, `Creative.endsAt`): each has ended, or begins later.',
    no_exchange_rate: 'The exchange rate is too old: nothing is offered that costs.',
    limited_by_budget:
      'A budget offers nothing more (`budgetLimit`, `limitedBudget`), or more than half of the finds that it fitted were lost to the budget (`lostToBudget`).',
    limited_by_frequency:
      'Visitors have seen it as often as its caps or those of its creatives allow, or are unknown, and it is shown to known ones alone. All finds, or more than half of those that met its targeting.',
    limited_by_page:
      'Other ads of the page are in the way: a competitor’s, the same creative, or a campaign that has all placements. All finds, or more than half of those that met its targeting.',
    outbid:
      'It fits, and is lost to price: to higher bids or the least prices of sites. All finds, or more than half of those that it fitted.',
    limited_by_unseen:
      'Too many of its offers were not seen, so that it waits. All finds that it fitted, or more than half of them.',
    limited_by_priority:
      'Sponsorships were shown in its stead; or it is a house ad and others were; or it is a sponsorship, and no find fell into its share of voice. All finds that it fitted; of the priority `standard`, more than half of them are enough.',
    too_narrow: 'No find met its targeting: `narrowestFeature`.',
    no_inventory:
      'No find had its medium, a size or a type of its creatives, or was of a site of its own where its priority asks for that; or there was no find for an hour.',
    rejected_by_publishers: 'Wherever it fits, the publisher’s filter or decision is in the way.',
    running: 'It is shown where it fits, or too few finds came to say more.',
  },
});

const BudgetLimitEnum = createEnum({
  name: 'CampaignBudgetLimit',
  description: 'Why a budget offers nothing more.',
  values: budgetLimits,
  meanings: {
    used: 'It is spent.',
    set_aside: 'The rest is set aside for offers that nobody has seen yet.',
    lowered: 'It was lowered below what is spent.',
  },
});

const BudgetSpanEnum = createEnum({
  name: 'CampaignBudgetSpan',
  description: 'The span that a budget is for.',
  values: budgetSpans,
  meanings: {
    hour: 'A clock hour: `hourlyBudget`.',
    day: 'A day of the campaign’s time zone: `dailyBudget`.',
    total: 'All of the campaign’s life: `totalBudget`.',
  },
});

@ObjectType('CampaignServing', {
  description: 'A campaign’s state of being shown.',
  simpleResolvers: true,
})
export class CampaignServingType implements Omit<CampaignServing, keyof Blockable | 'turnsAt'> {
  @Field(() => ID, {
    description:
      'Names this state. As `after` of a new subscription, or as `Last-Event-ID`, it says that the state is known already. Amounts, counts and shares are no part of it.',
  })
  revision!: string;

  @Field(() => ID, { description: 'Of the campaign, 32 lower-case hex digits.' })
  campaignId!: string;

  @Field(() => campaignStatus.type, { description: 'Its status.' })
  status!: CampaignStatus;

  @Field(() => String, {
    nullable: true,
    description: 'Why the system has suspended it; null in any other status.',
  })
  suspendedReason!: string | null;

  @Field(() => ServingStateEnum, { description: 'How it stands with being shown.' })
  state!: ServingState;

  @Field(() => BudgetLimitEnum, {
    nullable: true,
    description: 'Why a budget offers nothing more; null: all do.',
  })
  budgetLimit!: BudgetLimit | null;

  @Field(() => BudgetSpanEnum, {
    nullable: true,
    description: 'The span whose budget that is, of several the longest; null: none is a limit.',
  })
  limitedBudget!: BudgetSpan | null;

  @Field(() => AmountScalar, { description: 'USD of this clock hour’s budget that are spent.' })
  spent!: Amount;

  @Field(() => AmountScalar, {
    description: 'USD that are spent of this day, by the campaign’s time zone.',
  })
  spentToday!: Amount;

  @Field(() => AmountScalar, { description: 'USD that are spent in all.' })
  spentInAll!: Amount;

  @Field(() => AmountScalar, {
    description: 'USD set aside for offers of this clock hour that nobody has seen yet.',
  })
  setAside!: Amount;

  @Field(() => OutcomeEnum, {
    nullable: true,
    description:
      'The outcome of finds that `state` is from; null: another fact tells, or nothing keeps it away.',
  })
  keptAwayBy!: FindOutcome | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Share, 0 to 1, of `keptAwayBy` in the finds that met its targeting, where it won others of them; null: it won none, or they are fewer than 10.',
  })
  keptAwayShare!: number | null;

  @Field(() => CountScalar, {
    description:
      'Finds that were looked at for it since it was changed, of today and yesterday (UTC). Where finds are many, some of them are looked at.',
  })
  finds!: bigint;

  @Field(() => Float, {
    nullable: true,
    description:
      'Share, 0 to 1, of the finds that it fitted which were lost to price; null: fewer than 10.',
  })
  lostToPrice!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Share, 0 to 1, of the finds that it fitted which were lost to its budget; null: fewer than 10.',
  })
  lostToBudget!: number | null;

  @Field(() => AmountScalar, {
    nullable: true,
    description:
      'USD for 1,000 views that have won where it was outbid: the middle, to a tenth; null: fewer than 10 finds.',
  })
  typicalWinningCpm!: Amount | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The part of its targeting that removed it from most finds, as `requires user:country` or `excludes device:type`; null: none did.',
  })
  narrowestFeature!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The domain of its landing page that the operator refuses; null: none is refused.',
  })
  refusedDomain!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The operator’s words on `refusedDomain`, empty where there are none; null with it.',
  })
  refusalReason!: string | null;

  @Extensions({ listSize: hindrances.length })
  @Field(() => [HindranceEnum], {
    description:
      'Reasons why the campaign is not shown; empty: every visitor whom it fits may see it.',
  })
  hindrances!: readonly Hindrance[];

  @Field(() => DateTimeScalar, { description: 'When it was looked at.' })
  at!: Date;
}
