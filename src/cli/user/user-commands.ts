import { type Amount, parseAmount } from '../../amount';
import { roles } from '../../identity/accounts/account';
import {
  getAccountByName,
  listAccounts,
  resumeAccount,
  setCreditLimit,
  setRoles,
  suspendAccount,
} from '../../identity/accounts/account-management.service';
import { ledgerNetwork, parsePayoutAddress } from '../../identity/accounts/payout-address';
import { setEmailFor } from '../../identity/accounts/email-change.service';
import { createLogInLink } from '../../identity/accounts/log-in-link.service';
import { resetSecondFactor } from '../../identity/accounts/second-factor/second-factor.service';
import { setPayoutAddressFor } from '../../identity/accounts/payout-address.service';
import { claimAddressFor } from '../../money/claims/claim.service';
import { getDepositCode } from '../../money/deposits/deposit.service';
import {
  describeAccount,
  emailArgument,
  idOfAccount,
  readEmail,
  readRoles,
  toAccountJson,
} from '../account/account-text';
import { type Command, CommandError, type ReadText } from '../command';
import { limitOption, usualLimit } from '../list-text';
import { readOneOf, reasonOption } from '../option-text';
import { serviceCommand } from '../service-command';
import { userCreate } from './user-create';
import { userErase } from './user-erase';
import { userExport } from './user-export';
import { userPassword } from './user-password';

const readRole = readOneOf(roles);

const readAddress: ReadText<string> = (text, name) => {
  if (parsePayoutAddress(text.trim())?.startsWith(ledgerNetwork) !== true)
    throw new CommandError(`${name} must be ${anAddress}`, 2);
  return text;
};
const anAddress = 'an account of the ledger, such as 0001-00000001-8B4E';
const addressArgument = { name: 'address', description: anAddress, read: readAddress } as const;

export const userCommands: readonly Command[] = [
  userCreate,
  serviceCommand({
    name: 'user list',
    summary: 'Lists the accounts that have an email, by email.',
    details: `At most --limit of them; the next ones are those --after the last email.`,
    options: {
      role: { value: '<role>', description: roles.join(', '), read: readRole },
      after: { value: '<email>', description: 'only those behind this one' },
      limit: limitOption,
    },
    work: (services, { role, after, limit }) =>
      listAccounts(services, {
        role,
        afterEmail: after?.toLowerCase() ?? null,
        emailPrefix: null,
        limit: limit ?? usualLimit,
      }),
    print(accounts) {
      const lines = accounts.map(
        ({ id, email, roles, suspendedReason }) =>
          `${id}  ${email ?? ''}  ${roles.join(',')}${suspendedReason === null ? '' : `  suspended: ${suspendedReason}`}`,
      );
      return {
        text: lines.length === 0 ? 'no accounts' : lines.join('\n'),
        json: { users: accounts.map(toAccountJson) },
      };
    },
  }),
  serviceCommand({
    name: 'user show',
    summary: 'Shows an account.',
    details: 'Its credit limit is in coins. `adgate account show` says what it has.',
    arguments: [emailArgument],
    options: {},
    async work(services, { email }) {
      const account = await getAccountByName(services, email);
      return { account, depositCode: getDepositCode(services, account.id) };
    },
    print: ({ account, depositCode }) => ({
      text: describeAccount(account, { depositCode }),
      json: { ...toAccountJson(account), depositCode },
    }),
  }),
  serviceCommand({
    name: 'user suspend',
    summary: 'Shuts an account out: all of its tokens are refused.',
    details:
      'Its sessions end, and its access tokens are refused within 2 seconds by every running gateway. Whoever logs in with the right password reads the reason.',
    arguments: [emailArgument],
    options: { reason: reasonOption },
    async work(services, { email, reason }) {
      return suspendAccount(services, { id: await idOfAccount(services, email), reason });
    },
    print: (account, { email }) => ({
      text: `${email} is suspended`,
      json: toAccountJson(account),
    }),
  }),
  serviceCommand({
    name: 'user resume',
    summary: 'Lets a suspended account in again.',
    details:
      'Its owner logs in anew; access tokens that have not expired meanwhile work again: `adgate token revoke` ends them.',
    arguments: [emailArgument],
    options: {},
    async work(services, { email }) {
      return resumeAccount(services, await idOfAccount(services, email));
    },
    print: (account, { email }) => ({
      text: `${email} is not suspended any more`,
      json: toAccountJson(account),
    }),
  }),
  serviceCommand({
    name: 'user link',
    summary: 'Makes a link that opens the panel logged in as the account.',
    details:
      'It works once, for 15 minutes, and begins with ADGATE_PUBLIC_URL, else with the address of the gateway on this data folder.',
    arguments: [emailArgument],
    options: {},
    async work(services, { email }) {
      const id = await idOfAccount(services, email);
      return { id, link: await createLogInLink(services, id) };
    },
    print: (json) => ({ text: json.link, json }),
  }),
  userPassword,
  serviceCommand({
    name: 'user email',
    summary: 'Gives an account another email, without asking there.',
    details:
      'Its sessions end, and so do the links that were sent to the former email, which is told by mail. Access tokens stay. Nothing is paid for 24 hours.',
    arguments: [
      emailArgument,
      {
        name: 'new-email',
        description: 'the one that it logs in with from now on',
        read: readEmail,
      },
    ],
    options: {},
    async work(services, { email, 'new-email': newEmail }) {
      const accountId = await idOfAccount(services, email);
      return setEmailFor(services, { accountId, email: newEmail });
    },
    print: (account, { email }) => ({
      text: `${email} is now ${account.email}`,
      json: toAccountJson(account),
    }),
  }),
  serviceCommand({
    name: 'user reset-second-factor',
    summary: 'Takes the second factor from an account whose owner has lost it.',
    details:
      'It logs in with the password alone from then on, and its sessions end. Its owner is told by mail, and nothing is paid for 24 hours. Make sure first that it is the owner who asks.',
    arguments: [emailArgument],
    options: {},
    async work(services, { email }) {
      return resetSecondFactor(services, await idOfAccount(services, email));
    },
    print: (account, { email }) => ({
      text: `${email} has no second factor any more`,
      json: toAccountJson(account),
    }),
  }),
  serviceCommand({
    name: 'user role',
    summary: 'Sets what an account may do.',
    details: 'The roles take the place of those that it had.',
    arguments: [emailArgument],
    options: {
      roles: {
        value: '<list>',
        isRequired: true,
        description: 'of advertiser, publisher, operator, by commas',
        read: readRoles,
      },
    },
    async work(services, { email, roles }) {
      return setRoles(services, { id: await idOfAccount(services, email), roles });
    },
    print: (account, { email, roles }) => ({
      text: `${email} is ${roles.join(', ')}`,
      json: toAccountJson(account),
    }),
  }),
  serviceCommand({
    name: 'user credit',
    summary: 'Sets how far the funds of an account may go below 0.',
    details: 'New accounts have the limit of ADGATE_DEFAULT_CREDIT.',
    arguments: [emailArgument],
    options: {
      limit: {
        value: '<coins>',
        isRequired: true,
        description: 'coins such as 250 or 0.5, or `unlimited`',
        read: readLimit,
      },
    },
    async work(services, { email, limit: creditLimit }) {
      return setCreditLimit(services, { id: await idOfAccount(services, email), creditLimit });
    },
    print(account, { email }) {
      const json = toAccountJson(account);
      const limit =
        json.creditLimit === null ? 'has no credit limit' : `may owe ${json.creditLimit} coins`;
      return { text: `${email} ${limit}`, json };
    },
  }),
  serviceCommand({
    name: 'user payout',
    summary: 'Sets the address of the ledger that an account is paid at.',
    details:
      'Finds name the account by it, too, unless they name another one. A change is told by mail, and nothing is paid for 24 hours.',
    arguments: [emailArgument, addressArgument],
    options: {},
    async work(services, { email, address }) {
      const accountId = await idOfAccount(services, email);
      return setPayoutAddressFor(services, { accountId, address });
    },
    print(account, { email }) {
      const isNamed = account.provenAddresses.some((one) => one === account.payoutAddress);
      const others = isNamed ? '' : ', by which finds name another account';
      return {
        text: `${email} is paid at ${account.payoutAddress}${others}`,
        json: toAccountJson(account),
      };
    },
  }),
  serviceCommand({
    name: 'user claim',
    summary:
      'Gives an address of the ledger, and the publisher that finds made for it, to an account.',
    details:
      'Sites, placements and unpaid money come along; finds that name the address mean the account. It cannot be taken back.',
    arguments: [addressArgument, emailArgument],
    options: {},
    async work(services, { address, email }) {
      const account = await getAccountByName(services, email);
      return claimAddressFor(services, { account, address });
    },
    print({ accountId, address, mergedId, provenAt }, { email }) {
      const publisher = mergedId === null ? '' : ` with all that publisher ${mergedId} has`;
      return {
        text: `${address} is that of ${email}${publisher}`,
        json: { accountId, address, mergedId, provenAt },
      };
    },
  }),
  userExport,
  userErase,
];

function readLimit(text: string): Amount | null {
  if (text === 'unlimited') return null;
  const amount = parseAmount(text);
  if (amount === null || amount < 0n)
    throw new CommandError('--limit must be coins such as 250 or 0.5, or `unlimited`', 2);
  return amount;
}
