import { Field, ObjectType } from 'type-graphql';
import type { Account } from './account';
import { AccountType } from './account.type';
import type { Invitation } from './invitation';

@ObjectType('Invitation', {
  description: 'A link that opens an account to its owner.',
  simpleResolvers: true,
})
export class InvitationType implements Invitation {
  @Field(() => AccountType, { description: 'The account.' })
  account!: Account;

  @Field(() => String, {
    description: 'The link: it works once, for 24 hours, and is shown this once.',
  })
  link!: string;

  @Field(() => Boolean, {
    description: 'True where it is sent by mail; false: somebody has to hand it over.',
  })
  isMailed!: boolean;
}
