import { Field, ObjectType } from 'type-graphql';
import { objectTypeOf } from '../../platform/resources/resource-types';
import type { Account } from './account';
import { accountResource } from './account.resource';

export const AccountType = objectTypeOf(accountResource);

@ObjectType('Session', { description: 'The answer to a successful log-in.' })
export class SessionType {
  @Field(() => String, {
    description:
      'Opaque bearer token, 43 characters; expires after 30 days without use. Shown this once: only its hash is stored.',
  })
  apiToken!: string;

  @Field(() => AccountType, { description: 'Account of the session.' })
  account!: Account;
}
