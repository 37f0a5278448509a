import { languageKind } from '../../platform/graphql/language.type';
import { kind } from '../../platform/resources/kinds';
import { defineResource } from '../../platform/resources/resource';

export const accountRole = kind.enumOf({
  name: 'Role',
  description: 'A right of an account.',
  meanings: {
    advertiser: 'Pays for campaigns.',
    publisher: 'Shows ads on its sites.',
    operator: 'Runs the server.',
  },
});

const needsPaymentScope = 'An access token needs the scope `payment.read`.';

/**
 * No request sets members of an account as a whole: each has a step of its own, with its own rules. The stored form is
 * written by hand, because a member that an account lacks is absent there, for unique indexes to pass over it.
 */
export const accountResource = defineResource({
  name: 'Account',
  says: 'Somebody who advertises, publishes or runs the server.',
  members: {
    id: { is: kind.idOf('an account'), says: '32 lower-case hex digits.' },
    email: {
      is: kind.orNull(kind.plainText),
      says: 'Lower-case; null for publishers known only by the address they are paid at.',
    },
    name: {
      is: kind.orNull(kind.plainText),
      says: 'The name of the person whose account it is; null: nobody has said it.',
    },
    company: {
      is: kind.orNull(kind.plainText),
      says: 'The company that the account is for; null: none was said.',
    },
    showsCompany: {
      is: kind.flag,
      says: 'True where visitors are told the company as the payer of ads whose campaign names nobody.',
    },
    language: {
      is: kind.orNull(languageKind),
      says: 'The language of mails to the account; null: none was said, and they are in English.',
    },
    emailConfirmedAt: {
      is: kind.orNull(kind.time),
      says: 'When the owner showed that the email is theirs; null: not yet, and till then the roles count for nothing.',
    },
    emailChangedAt: {
      is: kind.orNull(kind.time),
      says: 'When another email took the place of an earlier one: nothing is paid for 24 hours from then. Null: never.',
    },
    hasPassword: { is: kind.flag, says: 'True where the account can log in.' },
    hasSecondFactor: {
      is: kind.flag,
      says: 'True where logging in takes a code of an authenticator app, too.',
    },
    recoveryCodesLeft: {
      is: kind.orNull(kind.integer),
      says: 'Recovery codes of the second factor that are not used yet; null: there is no second factor.',
    },
    secondFactorResetAt: {
      is: kind.orNull(kind.time),
      says: 'When the operator took the second factor away: nothing is paid for 24 hours from then. Null: never.',
    },
    roles: { is: kind.listOf(accountRole), says: 'The rights of the account.' },
    payoutAddress: {
      is: kind.orNull(kind.plainText),
      says: `Where earnings are paid to: \`<network>:<address>\`. Null until it is known. Other accounts may have the same address. ${needsPaymentScope}`,
    },
    payoutAddressChangedAt: {
      is: kind.orNull(kind.time),
      says: `When another payout address took the place of an earlier one: nothing is paid for 24 hours from then. Null: never. ${needsPaymentScope}`,
    },
    provenAddresses: {
      is: kind.listOf(kind.plainText),
      says: `Addresses that name the account as the publisher in finds, at most 20: a find made it by them, or it was shown to own them. An address to be paid at names nobody by itself. ${needsPaymentScope}`,
    },
    mergedIntoId: {
      is: kind.orNull(kind.idOf('an account')),
      says: 'The account that has claimed this account’s address, and with the address all that this account has; null: none. An account with an email is never merged.',
    },
    mergedIds: {
      is: kind.listOf(kind.idOf('an account')),
      says: 'Accounts whose addresses it has claimed: finds that name them mean this account.',
      isHidden: true,
    },
    suspendedReason: {
      is: kind.orNull(kind.plainText),
      says: 'Why the account is shut out; null: it is not.',
    },
    creditLimit: {
      is: kind.orNull(kind.amount),
      says: `Coins: how far the funds may go below 0. Null: as far as they like. ${needsPaymentScope}`,
    },
    createdAt: { is: kind.time, says: 'When the account was made.' },
    updatedAt: { is: kind.time, says: 'When the account was changed last.', isHidden: true },
  },
});
