import { Field, ID, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import { createEnum } from '../../platform/graphql/enum';
import { type Role, roles } from './account';

export const RoleEnum = createEnum({
  name: 'Role',
  description: 'A right of an account.',
  values: roles,
  meanings: {
    advertiser: 'Pays for campaigns.',
    publisher: 'Shows ads on its sites.',
    operator: 'Runs the server.',
  },
});

@ObjectType('Account', { description: 'Somebody who advertises, publishes or runs the server.' })
export class AccountType {
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Lower-case; null for publishers known only by the address they are paid at.',
  })
  email!: string | null;

  @Field(() => [RoleEnum], { description: 'The rights of the account.' })
  roles!: readonly Role[];

  @Field(() => String, {
    nullable: true,
    description:
      'Where earnings are paid to: `<network>:<address>`. Null until it is known. An access token needs the scope `payment.read`.',
  })
  payoutAddress!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When another payout address took the place of an earlier one: nothing is paid for 24 hours from then. Null: never. An access token needs the scope `payment.read`.',
  })
  payoutAddressChangedAt!: Date | null;

  @Field(() => [String], {
    description:
      'Addresses that name the account as the publisher in finds, at most 20: a find made it by them, or it was shown to own them. An address to be paid at names nobody by itself. An access token needs the scope `payment.read`.',
  })
  provenAddresses!: readonly string[];

  @Field(() => ID, {
    nullable: true,
    description:
      'The account that has claimed this account’s address, and with the address all that this account has; null: none. An account with an email is never merged.',
  })
  mergedIntoId!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When the owner showed that the email is theirs; null: not yet, and till then the roles count for nothing.',
  })
  emailConfirmedAt!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When another email took the place of an earlier one: nothing is paid for 24 hours from then. Null: never.',
  })
  emailChangedAt!: Date | null;

  @Field(() => Boolean, { description: 'True where the account can log in.' })
  hasPassword!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Why the account is shut out; null: it is not.',
  })
  suspendedReason!: string | null;

  @Field(() => AmountScalar, {
    nullable: true,
    description:
      'Coins: how far the funds may go below 0. Null: as far as they like. An access token needs the scope `payment.read`.',
  })
  creditLimit!: Amount | null;

  @Field(() => DateTimeScalar, { description: 'When the account was made.' })
  createdAt!: Date;
}

@ObjectType('Session', { description: 'The answer to a successful log-in.' })
export class SessionType {
  @Field(() => String, {
    description:
      'Opaque bearer token, 43 characters; expires after 30 days without use. Shown this once: only its hash is stored.',
  })
  apiToken!: string;

  @Field(() => AccountType, { description: 'Account of the session.' })
  account!: AccountType;
}
