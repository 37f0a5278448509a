import { bookWithdrawal } from '../../money/pockets/pocket.service';
import { accountArguments, bookingOptions, runBooking } from './account-booking';
import { defineCommand } from '../command';

export const accountWithdraw = defineCommand({
  name: 'account withdraw',
  summary: 'Takes what was paid out from the funds of an account.',
  details:
    'No more than its funds: credit is not paid out. The same --reference again changes nothing, and says so.',
  arguments: accountArguments,
  options: bookingOptions,
  run: (values, ctx) => runBooking(values, ctx, bookWithdrawal),
});
