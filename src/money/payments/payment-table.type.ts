import { ArgsType, Field } from 'type-graphql';
import { createEnum } from '../../platform/graphql/enum';
import {
  DirectionArg,
  PageArg,
  RowsArg,
  type TablePageArgs,
} from '../../platform/lists/table.input';
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
export class PaymentTableArgs implements TablePageArgs {
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

  @DirectionArg('the newest or greatest')
  isDescending?: boolean | null;

  @RowsArg('Payments', 10)
  first?: number | null;

  @PageArg()
  page?: number | null;
}

export const PaymentTableType = tableOf('Payment', 'payments', () => PaymentType);
