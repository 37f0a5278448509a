import { Extensions, Field, Int, ObjectType } from 'type-graphql';
import { CountScalar } from '../../platform/graphql/scalars';
import { frequencies } from '../statistics/facts/fact';
import type { CampaignReach, FrequencyOfVisitors } from './campaign-reach';

@ObjectType('FrequencyOfVisitors', {
  description: 'Visitors who have seen a campaign equally often.',
  simpleResolvers: true,
})
export class FrequencyOfVisitorsType implements FrequencyOfVisitors {
  @Field(() => Int, { description: 'How often they have seen the campaign, 1 to 10.' })
  views!: number;

  @Field(() => Boolean, { description: 'True: or more often.' })
  isOrMore!: boolean;

  @Field(() => CountScalar, { description: 'How many visitors.' })
  visitors!: bigint;
}

@ObjectType('CampaignReach', {
  description: 'How many visitors have seen a campaign since its beginning, and how often.',
  simpleResolvers: true,
})
export class CampaignReachType implements CampaignReach {
  @Field(() => CountScalar, {
    description:
      'Visitors who have seen the campaign, of those who are tracked; one with two browsers is two.',
  })
  visitors!: bigint;

  @Extensions({ listSize: frequencies.length })
  @Field(() => [FrequencyOfVisitorsType], {
    description:
      'Visitors by how often they have seen the campaign: once, twice, to ten times or more.',
  })
  frequencies!: readonly FrequencyOfVisitors[];

  @Field(() => CountScalar, {
    description:
      'Views without a frequency, which are in neither: of visitors who are not tracked, on sites of other servers, invalid at once, or of before frequencies were noted.',
  })
  unknownViews!: bigint;
}
