import { Field, ObjectType } from 'type-graphql';
import { createEnum } from '../../platform/graphql/enum';

const ConversionReceiptStatusEnum = createEnum({
  name: 'ConversionReceiptStatus',
  description: 'The outcome of a report of a conversion that was not refused.',
  values: ['OK'],
  meanings: { OK: 'It is recorded, now or by an earlier report.' },
});

@ObjectType('ConversionReceipt', {
  description: 'That a conversion is recorded.',
  simpleResolvers: true,
})
export class ConversionReceiptType {
  @Field(() => ConversionReceiptStatusEnum, { description: 'Always `OK`.' })
  status!: 'OK';
}
