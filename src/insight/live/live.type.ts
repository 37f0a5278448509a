import { Extensions, Field, ID, ObjectType } from 'type-graphql';
import { campaignStatus } from '../../demand/campaigns/campaign.resource';
import { type CampaignStatus } from '../../demand/campaigns/campaign.resource';
import { createEnum } from '../../platform/graphql/enum';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import { FiguresType } from '../statistics/questions/figures.type';
import { type CampaignServing, type Hindrance, hindrances } from './campaign-serving';

const revision = {
  description:
    'Names this state. As `after` of a new subscription, or as `Last-Event-ID`, it says that the state is known already.',
};

@ObjectType('LiveFigures', {
  description: 'Figures up to now, as a subscription tells them.',
  simpleResolvers: true,
})
export class LiveFiguresType {
  @Field(() => ID, revision)
  revision!: string;

  @Field(() => DateTimeScalar, { description: 'Since when they are summed up.' })
  from!: Date;

  @Field(() => DateTimeScalar, { description: 'When they were read.' })
  at!: Date;

  @Field(() => FiguresType, { description: 'The figures.' })
  figures!: FiguresType;
}

export const HindranceEnum = createEnum({
  name: 'CampaignHindrance',
  description: 'Why nobody sees a campaign, whatever the request.',
  values: hindrances,
  meanings: {
    not_active: 'Its status is another than `active`.',
    not_started: 'Its start is to come.',
    ended: 'Its end has passed.',
    no_active_creative: 'None of its creatives is active: they are drafts, stopped or rejected.',
    budget_used: 'The budget of this clock hour is used up.',
    no_exchange_rate:
      'The exchange rate is too old: within an hour nothing is offered that costs. The operator sets rates.',
  },
});

@ObjectType('CampaignServing', {
  description: 'A campaign’s state of being shown.',
  simpleResolvers: true,
})
export class CampaignServingType implements Omit<CampaignServing, 'turnsAt'> {
  @Field(() => ID, revision)
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

  @Extensions({ listSize: hindrances.length })
  @Field(() => [HindranceEnum], {
    description:
      'Reasons why the campaign is not shown; empty: every visitor whom it fits may see it.',
  })
  hindrances!: readonly Hindrance[];

  @Field(() => DateTimeScalar, { description: 'When it was looked at.' })
  at!: Date;
}
