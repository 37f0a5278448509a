import { ArgsType, Field } from 'type-graphql';
import { createEnum } from '../../platform/graphql/enum';
import { PositiveIntScalar } from '../../platform/graphql/scalars';
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
export class AccountTableArgs {
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

  @Field(() => Boolean, { nullable: true, description: 'Default: true, the newest first.' })
  isDescending?: boolean | null;

  @Field(() => PositiveIntScalar, {
    nullable: true,
    description: 'Accounts of a page; default 50, at most 100: more is cut.',
  })
  first?: number | null;

  @Field(() => PositiveIntScalar, {
    nullable: true,
    description: 'Which page; default 1. Past the end the page is empty.',
  })
  page?: number | null;
}

export const AccountTableType = tableOf('Account', 'accounts', () => AccountType);
