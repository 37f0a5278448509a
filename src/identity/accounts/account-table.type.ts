import { ArgsType, Field } from 'type-graphql';
import { createEnum } from '../../platform/graphql/enum';
import {
  DirectionArg,
  PageArg,
  RowsArg,
  type TablePageArgs,
} from '../../platform/lists/table.input';
import { tableOf } from '../../platform/lists/table-of.type';
import type { Role } from './account';
import { accountRole } from './account.resource';
import { type AccountOrder, accountOrders } from './account-order';
import { AccountType } from './account.type';

const AccountOrderEnum = createEnum({
  name: 'AccountOrder',
  description: 'A column that a table of accounts is put in order by.',
  values: accountOrders,
  meanings: { created: 'When it was made.', email: 'Its email.' },
});

@ArgsType()
export class AccountTableArgs implements TablePageArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Only those with this part in their emails, in capitals or not.',
  })
  search?: string | null;

  @Field(() => [accountRole.type], {
    nullable: true,
    description: 'Only those with one of them.',
  })
  roles?: readonly Role[] | null;

  @Field(() => AccountOrderEnum, { nullable: true, description: 'Default: `created`.' })
  orderBy?: AccountOrder | null;

  @DirectionArg('the newest')
  isDescending?: boolean | null;

  @RowsArg('Accounts', 50)
  first?: number | null;

  @PageArg()
  page?: number | null;
}

export const AccountTableType = tableOf('Account', 'accounts', () => AccountType);
