import { Arg, Authorized, Ctx, Extensions, Mutation, Query, Resolver } from 'type-graphql';
import type { Amount } from '../../amount';
import { AmountScalar, DateTimeScalar, PositiveIntScalar } from '../../platform/graphql/scalars';
import { findRateAt, listSetRates, setRate } from './rate.service';
import { RateType } from './rate.type';
import type { RateContext } from './rate.context';

@Resolver(() => RateType)
export class RateResolver {
  @Authorized()
  @Query(() => RateType, {
    nullable: true,
    description:
      'The worth of a coin in a clock hour (UTC); null while events of that hour have to wait.',
  })
  exchangeRate(
    @Ctx() ctx: RateContext,
    @Arg('at', () => DateTimeScalar, {
      nullable: true,
      description: 'A time within the hour. Default: now.',
    })
    at: Date | null = null,
  ) {
    return findRateAt(ctx, at);
  }

  @Authorized('operator')
  @Extensions({ listSize: 100 })
  @Query(() => [RateType], {
    description: 'Rates that were set, also those to come: from the latest hour on backwards.',
  })
  exchangeRates(
    @Ctx() ctx: RateContext,
    @Arg('first', () => PositiveIntScalar, {
      defaultValue: 100,
      description: 'Most items; at most 100: more is cut.',
    })
    first: number,
    @Arg('before', () => DateTimeScalar, {
      nullable: true,
      description: 'Only those of hours before the one of this time. Default: all.',
    })
    before: Date | null = null,
  ) {
    return listSetRates(ctx, { first, before });
  }

  @Authorized('operator')
  @Mutation(() => RateType, {
    description:
      'Sets what a coin is worth from the next clock hour on; at once, and for the hours that waited, while there is no fresh rate. Errors: VALIDATION_FAILED.',
  })
  setExchangeRate(
    @Ctx() ctx: RateContext,
    @Arg('rate', () => AmountScalar, { description: 'USD per coin, above 0.' }) rate: Amount,
    @Arg('from', () => DateTimeScalar, {
      nullable: true,
      description: 'Start of a clock hour to come. Default: the next one.',
    })
    from: Date | null = null,
    @Arg('force', () => Boolean, {
      nullable: true,
      description:
        'True: the rate may be over ten times more or less than the last rate. Default: false.',
    })
    force: boolean | null = null,
  ) {
    return setRate(ctx, { rate, from, isForced: force ?? false });
  }
}
