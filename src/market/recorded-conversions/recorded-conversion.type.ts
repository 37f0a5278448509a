import { Field, ObjectType } from 'type-graphql';

@ObjectType('ConversionReceipt', {
  description: 'That a conversion is recorded.',
  simpleResolvers: true,
})
export class ConversionReceiptType {
  @Field(() => String, { description: 'Always `OK`.' })
  status!: string;
}
