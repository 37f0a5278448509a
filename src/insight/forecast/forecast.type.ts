import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { createEnum } from '../../platform/graphql/enum';
import { AmountScalar, CountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import {
  type Forecast,
  type ForecastFigures,
  type ForecastState,
  forecastStates,
} from './forecast';
import { leastFinds } from './forecast-figures';

const ForecastStateEnum = createEnum({
  name: 'ForecastState',
  description: 'How far a forecast could be made.',
  values: forecastStates,
  meanings: {
    ready: 'There are figures.',
    nothing_sampled: 'No find of the medium has been kept yet.',
    too_few: `The campaign could be shown at fewer than ${leastFinds} of the finds that were kept, or on the sites of so few publishers that figures would tell of single ones.`,
  },
});

@ObjectType('ForecastFigures', {
  description: 'Figures of a forecast, of which two digits count.',
  simpleResolvers: true,
})
class ForecastFiguresType implements ForecastFigures {
  @Field(() => CountScalar, { description: 'Finds a day that the campaign could be shown at.' })
  findsPerDay!: bigint;

  @Field(() => CountScalar, { description: 'Views a day that it would have had.' })
  viewsPerDay!: bigint;

  @Field(() => AmountScalar, { description: 'USD a day that it would have cost.' })
  costPerDay!: Amount;

  @Field(() => Float, {
    description: 'Part of these finds that it would have been offered, within its budgets: 0 to 1.',
  })
  share!: number;

  @Field(() => AmountScalar, {
    description: 'USD for 1,000 views: a quarter of these finds goes to others for no more.',
  })
  lowCpm!: Amount;

  @Field(() => AmountScalar, { description: 'The same for half of these finds.' })
  typicalCpm!: Amount;

  @Field(() => AmountScalar, { description: 'The same for three quarters of these finds.' })
  highCpm!: Amount;

  @Field(() => Boolean, {
    description:
      'True where its budgets of the hour, the day or all of its time keep it from finds that it would win.',
  })
  isLimitedByBudget!: boolean;
}

@ObjectType('Forecast', {
  description:
    'How a campaign would have done: a sample of the finds of the last 7 days, replayed against all that is for sale now, at the prices of today’s type of auction. The budgets of an hour and a day hold for all campaigns, that of all its time for the campaign that is tried, as if nothing of it were spent yet. Not reckoned with: ads that a visitor had seen longer ago than the last three, pacing within an hour, and what may change.',
  simpleResolvers: true,
})
export class ForecastType implements Forecast {
  @Field(() => ForecastStateEnum, { description: 'How far it could be made.' })
  state!: ForecastState;

  @Field(() => Int, { description: 'Finds of the medium that were replayed.' })
  sampledFinds!: number;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'The begin of the time that they are of; null: there are none.',
  })
  since!: Date | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Part of the finds of the medium, 0 to 1, whose visitors the server did not know: they ask not to be tracked, or have not consented, and no frequency cap can count their views. null: fewer than 20 finds were replayed.',
  })
  unknownVisitorShare!: number | null;

  @Field(() => ForecastFiguresType, {
    nullable: true,
    description: 'null unless the state is `ready`.',
  })
  figures!: ForecastFigures | null;
}
