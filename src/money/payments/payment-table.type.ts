import { ArgsType, Field } from 'type-graphql';
import { createEnum } from '../../platform/graphql/enum';
import { PositiveIntScalar } from '../../platform/graphql/scalars';
import { tableOf } from '../../platform/lists/table-of.type';
import type { PaymentState } from './payment';
import { type PaymentOrder, paymentOrders } from './payment-order';
import { PaymentStateEnum, PaymentType } from './payment.type';

const PaymentOrderEnum = createEnum({
  name: 'PaymentOrder',
  description: 'A column that a table of payments is put in order by.',
  values: paymentOrders,
  meanings: { created: 'When it was signed and booked.', amount: 'Coins that the address gets.' },
});

@ArgsType()
export class PaymentTableArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'Only those with this part in their address or transaction, in capitals or not; at most 64 characters.',
  })
  search?: string | null;

  @Field(() => [PaymentStateEnum], {
    nullable: true,
    description: 'Only those in one of them; an empty list: any.',
  })
  states?: readonly PaymentState[] | null;

  @Field(() => PaymentOrderEnum, { nullable: true, description: 'Default: `created`.' })
  orderBy?: PaymentOrder | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Default: true, the newest or greatest first.',
  })
  isDescending?: boolean | null;

  @Field(() => PositiveIntScalar, {
    nullable: true,
    description: 'Payments of a page; default 10, at most 100: more is cut.',
  })
  first?: number | null;

  @Field(() => PositiveIntScalar, {
    nullable: true,
    description: 'Which page; default 1. Past the end the page is empty.',
  })
  page?: number | null;
}

export const PaymentTableType = tableOf('Payment', 'payments', () => PaymentType);
