import {
  Args,
  Authorized,
  Ctx,
  Extensions,
  FieldResolver,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { assertScope, requireViewer } from '../../../identity/access/access-rule';
import type { WithViewer } from '../../../identity/access/viewer';
import type { Account } from '../../../identity/accounts/account';
import { AccountType } from '../../../identity/accounts/account.type';
import { AmountScalar } from '../../../platform/graphql/scalars';
import type { StatementRow } from './account-statement';
import { listAccountStatement } from './account-statement.service';
import { AccountStatementArgs, AccountStatementType, pageOfRows } from './account-statement.type';
import type { BookedDayContext } from './booked-day.context';
import { getDailySpend } from './daily-spend.service';

type Context = BookedDayContext & WithViewer;

/** Days with all their sums, and what is in none yet. */
const readingCost = 2_000;

@Resolver(() => AccountType)
export class AccountStatementResolver {
  @Authorized('payment.read')
  @Extensions({ readsTogether: readingCost })
  @Query(() => AccountStatementType, {
    description:
      'The viewer’s statement of some days (UTC): bookings by day, kind, and campaign or site. `journal` has each of them. Errors: VALIDATION_FAILED for more than 92 days, SERVICE_UNAVAILABLE while older bookings are being summed up.',
  })
  async statement(
    @Ctx() ctx: Context,
    @Args(() => AccountStatementArgs) { from, to, ...given }: AccountStatementArgs,
  ) {
    const { rows, ...statement } = await listAccountStatement(ctx, {
      ...{ accountId: requireViewer(ctx).account.id, from, to },
      page: { ...pageOfRows, first: given.first ?? null, page: given.page ?? null },
    });
    return { ...statement, rows: rows.map(withSubject) };
  }

  @Extensions({ readsTogether: readingCost })
  @FieldResolver(() => AmountScalar, {
    description:
      'Coins a day that its campaigns were charged: the mean of today and the six days (UTC) before, from the first one with a charge on. An access token needs the scope `payment.read`. Errors: SERVICE_UNAVAILABLE as `statement`.',
  })
  dailySpend(@Ctx() ctx: Context, @Root() { id }: Account) {
    assertScope(requireViewer(ctx).credential, 'payment.read');
    return getDailySpend(ctx, id);
  }
}

/** Funds are of campaigns, earnings of sites. */
function withSubject({ subjectId, ...row }: StatementRow) {
  const isFunds = row.pocket === 'funds';
  return { ...row, campaignId: isFunds ? subjectId : null, siteId: isFunds ? null : subjectId };
}
