import { type Amount, formatAmount, parseAmount } from '../../amount';
import type { ServiceContext } from '../../api/context';
import type { Account } from '../../identity/accounts/account';
import { getAccountByName } from '../../identity/accounts/account-management.service';
import {
  bookDeposit,
  bookWithdrawal,
  type Booking,
  listPockets,
} from '../../money/pockets/pocket.service';
import { parseReference } from '../../reference';
import { type Command, CommandError } from '../command';
import { readBy } from '../option-text';
import { serviceCommand } from '../service-command';
import { describeMembers, emailArgument, idOfAccount } from './account-text';

const readReference = readBy(parseReference);

export const accountCommands: readonly Command[] = [
  bookingCommand(bookDeposit, {
    name: 'account deposit',
    summary: 'Adds what was paid in to the funds of an account.',
    details:
      'The same --reference again changes nothing, and says so; with another amount or account it is refused.',
  }),
  bookingCommand(bookWithdrawal, {
    name: 'account withdraw',
    summary: 'Takes what was paid out from the funds of an account.',
    details:
      'No more than its funds: credit is not paid out. The same --reference again changes nothing, and says so.',
  }),
  serviceCommand({
    name: 'account show',
    summary: 'Shows what an account has: funds, earnings, credit limit.',
    details: 'All are coins of the ledger.',
    arguments: [emailArgument],
    options: {},
    work: async (services, { email }) =>
      toMoneyJson(services, await getAccountByName(services, email)),
    print(json) {
      const creditLimit = json.creditLimit ?? 'unlimited';
      return { text: describeMembers({ ...json, creditLimit }), json };
    },
  }),
];

/** A command that books what was paid, and tells what the account has then. */
function bookingCommand(
  book: typeof bookDeposit,
  command: Pick<Command, 'name' | 'summary' | 'details'>,
): Command {
  return serviceCommand({
    ...command,
    arguments: [emailArgument],
    options: {
      amount: {
        value: '<coins>',
        isRequired: true,
        description: 'coins such as 250 or 0.5',
        read: readCoins,
      },
      reference: {
        value: '<text>',
        description:
          'what tells it from every other one: repeated, it changes nothing; default: a new one',
        read: readReference,
      },
    },
    async work(services, { email, amount, reference }) {
      const accountId = await idOfAccount(services, email);
      const booking = await book(services, { accountId, amount, reference });
      return { booking, money: await toMoneyJson(services, booking.account) };
    },
    print: ({ booking, money }, { email }) => ({
      text: `${describeBooking(booking)} ${email} has ${money.funds} coins of funds`,
      json: {
        ...money,
        amount: formatAmount(booking.amount),
        reference: booking.reference,
        bookedAt: booking.bookedAt,
        isRepeated: booking.isRepeated,
      },
    }),
  });
}

const describeBooking = ({ isRepeated, bookedAt, reference }: Booking) =>
  isRepeated
    ? `was booked before, at ${bookedAt.toISOString()}: nothing has changed,`
    : `booked under the reference ${reference}:`;

/** The funds of an account and its limit, as `--json` prints them: coins as decimal text. */
async function toMoneyJson(services: ServiceContext, { id, email, creditLimit }: Account) {
  const pockets = (await listPockets(services, [id])).get(id);
  if (!pockets) throw new Error(`account ${id} has no pockets`);
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
