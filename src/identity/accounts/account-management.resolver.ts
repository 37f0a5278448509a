import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Extensions,
  ID,
  Mutation,
  Query,
  Resolver,
} from 'type-graphql';
import type { Amount } from '../../amount';
import { AppError } from '../../errors';
import { requireId } from '../../id';
import { AmountScalar } from '../../platform/graphql/scalars';
import { readTablePage } from '../../platform/lists/table.input';
import { requireViewer } from '../access/access-rule';
import type { Role } from './account';
import {
  getAccountByName,
  listAccounts,
  resumeAccount,
  setCreditLimit,
  setRoles,
  suspendAccount,
} from './account-management.service';
import { accountRole } from './account.resource';
import { listAccountTable } from './account-table.service';
import { AccountTableArgs, AccountTableType } from './account-table.type';
import { AccountType } from './account.type';
import type { AccountContext } from './account.context';
import type { WithViewer } from '../access/viewer';

type Context = AccountContext & WithViewer;

const idOption = { description: 'Of anybody’s account, 32 hex digits, dashed or not.' };

/** Operations of operators on accounts. */
@Resolver(() => AccountType)
export class AccountManagementResolver {
  @Authorized('operator')
  @Extensions({ listSize: 100 })
  @Query(() => [AccountType], {
    description: 'Accounts that have an email, by email, at most 100.',
  })
  allAccounts(
    @Ctx() ctx: Context,
    @Arg('role', () => accountRole.type, { nullable: true, description: 'Only those with it.' })
    role: Role | null = null,
    @Arg('afterEmail', () => String, {
      nullable: true,
      description: 'Only those behind it: of the last item, the list goes on.',
    })
    afterEmail: string | null = null,
    @Arg('emailPrefix', () => String, {
      nullable: true,
      description: 'Only those whose email begins so.',
    })
    emailPrefix: string | null = null,
  ) {
    return listAccounts(ctx, {
      role,
      afterEmail: afterEmail?.toLowerCase() ?? null,
      emailPrefix: emailPrefix?.toLowerCase() ?? null,
      limit: 100,
    });
  }

  @Authorized('operator')
  @Query(() => AccountTableType, {
    description:
      'Accounts that have an email, the newest first or by email: for an operator who looks for one of many. Errors: VALIDATION_FAILED.',
  })
  accountTable(@Ctx() ctx: Context, @Args(() => AccountTableArgs) given: AccountTableArgs) {
    const { search, roles = null, orderBy } = given;
    return listAccountTable(ctx, {
      ...{ search: search ?? '', roles, order: orderBy ?? 'created' },
      ...readTablePage(given),
    });
  }

  @Authorized('operator')
  @Query(() => AccountType, {
    description: 'Anybody’s account. Errors: NOT_FOUND.',
  })
  account(
    @Ctx() ctx: Context,
    @Arg('name', () => String, { description: 'Its email, or its id.' }) name: string,
  ) {
    return getAccountByName(ctx, name);
  }

  @Authorized('operator')
  @Mutation(() => AccountType, {
    description:
      'Shuts an account out: its sessions end, and its tokens are refused within 2 seconds. Errors: VALIDATION_FAILED without a reason, CONFLICT for the viewer’s own.',
  })
  suspendAccount(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, idOption) id: string,
    @Arg('reason', () => String, {
      description: 'The reason, for the account’s owner, 1 to 500 characters.',
    })
    reason: string,
  ) {
    return suspendAccount(ctx, { id: requireOtherId(ctx, id), reason });
  }

  @Authorized('operator')
  @Mutation(() => AccountType, {
    description: 'Lets an account in again.',
  })
  resumeAccount(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    return resumeAccount(ctx, requireId('account', id));
  }

  @Authorized('operator')
  @Mutation(() => AccountType, {
    description:
      'Says what an account may do, in force within 2 seconds. Errors: CONFLICT for the viewer’s own.',
  })
  setRoles(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, idOption) id: string,
    @Arg('roles', () => [accountRole.type], { description: 'All that it shall have.' })
    roles: readonly Role[],
  ) {
    return setRoles(ctx, { id: requireOtherId(ctx, id), roles: [...new Set(roles)] });
  }

  @Authorized('operator')
  @Mutation(() => AccountType, {
    description: 'Says how far the funds of an account may go below 0. Errors: VALIDATION_FAILED.',
  })
  setCreditLimit(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, idOption) id: string,
    @Arg('creditLimit', () => AmountScalar, {
      nullable: true,
      description: 'Coins, 0 or more; null or absent: as far as they like.',
    })
    creditLimit: Amount | null = null,
  ) {
    return setCreditLimit(ctx, { id: requireId('account', id), creditLimit });
  }
}

/** Nobody shuts himself out. @throws {AppError} `CONFLICT` */
function requireOtherId(ctx: Context, text: string): string {
  const id = requireId('account', text);
  if (id === requireViewer(ctx).account.id)
    throw new AppError('CONFLICT', 'this is your own account: another operator has to do it');
  return id;
}
