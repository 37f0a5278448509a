import { type Amount, formatAmount, parseAmount } from '../../amount';
import type { ServiceContext } from '../../context';
import { getAccountByName } from '../../identity/accounts/account-management.service';
import type { Account } from '../../identity/accounts/account';
import { type Booking, type BookingParams, listPockets } from '../../money/pockets/pocket.service';
import { CommandError, type CommandContext, type CommandResult } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const accountArguments = [
  { name: 'email', description: 'email or id of the account' },
] as const;

/** Options of deposits and withdrawals. */
export const bookingOptions = {
  amount: { value: '<coins>', isRequired: true, description: 'coins such as 250 or 0.5' },
  reference: {
    value: '<text>',
    description:
      'what tells it from every other one: repeated, it changes nothing; default: a new one',
  },
  uri: uriOption,
} as const;

interface BookingValues {
  readonly email: string;
  readonly amount: string;
  readonly reference: string | null;
  readonly uri: string | null;
}

/** Books what a command line says, and tells what the account has then. */
export async function runBooking(
  { email, amount, reference, uri }: BookingValues,
  ctx: CommandContext,
  book: (services: ServiceContext, params: BookingParams) => Promise<Booking>,
): Promise<CommandResult> {
  const coins = readCoins(amount);
  return withServices({ uri }, ctx, async (services) => {
    const { id } = await getAccountByName(services, email);
    const booking = await book(services, { accountId: id, amount: coins, reference });
    const json = {
      ...(await toMoneyJson(services, booking.account)),
      amount: formatAmount(booking.amount),
      reference: booking.reference,
      bookedAt: booking.bookedAt.toISOString(),
      isRepeated: booking.isRepeated,
    };
    const text = booking.isRepeated
      ? `was booked before, at ${json.bookedAt}: nothing has changed, ${email} has ${json.funds} coins of funds`
      : `booked under the reference ${json.reference}: ${email} has ${json.funds} coins of funds`;
    return { text, json };
  });
}

/** The funds of an account and its limit, as `--json` prints them: coins as decimal text. */
export async function toMoneyJson(services: ServiceContext, account: Account) {
  const { id, email, creditLimit } = account;
  const pockets = (await listPockets(services, [id])).get(id)!;
  return {
    id,
    email,
    funds: formatAmount(pockets.funds),
    earnings: formatAmount(pockets.earnings),
    creditLimit: creditLimit === null ? null : formatAmount(creditLimit),
  };
}

function readCoins(text: string): Amount {
  const amount = parseAmount(text);
  if (amount === null || amount <= 0n)
    throw new CommandError(
      '--amount must be coins above 0 such as 250 or 0.5, with at most 11 decimals, below 92233720.4',
      2,
    );
  return amount;
}
