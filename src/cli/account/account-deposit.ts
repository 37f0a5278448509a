import { bookDeposit } from '../../money/pockets/pocket.service';
import { accountArguments, bookingOptions, runBooking } from './account-booking';
import { defineCommand } from '../command';

export const accountDeposit = defineCommand({
  name: 'account deposit',
  summary: 'Adds what was paid in to the funds of an account.',
  details:
    'The same --reference again changes nothing, and says so; with another amount or account it is refused.',
  arguments: accountArguments,
  options: bookingOptions,
  run: (values, ctx) => runBooking(values, ctx, bookDeposit),
});
