import { Field, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { createEnum } from '../../platform/graphql/enum';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import { type RateSource, rateSources } from './rate';

const RateSourceEnum = createEnum({
  name: 'ExchangeRateSource',
  description: 'The source of a coin’s worth.',
  values: rateSources,
  meanings: {
    operator: 'Somebody who runs the server.',
    url: 'The URL that the server is configured to ask.',
  },
});

@ObjectType('ExchangeRate', {
  description: 'The worth of a coin of the ledger from one clock hour (UTC) on.',
  simpleResolvers: true,
})
export class RateType {
  @Field(() => AmountScalar, { description: 'USD per coin.' })
  rate!: Amount;

  @Field(() => DateTimeScalar, { description: 'Start of the first hour that has it.' })
  from!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was set.' })
  setAt!: Date;

  @Field(() => DateTimeScalar, { description: 'Hours that begin then or later need another one.' })
  freshUntil!: Date;

  @Field(() => RateSourceEnum, { description: 'The rate’s source.' })
  source!: RateSource;
}
