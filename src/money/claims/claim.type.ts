import { Field, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import type { AddressClaim } from './claim';

@ObjectType('AddressClaim', {
  description: 'An address of the ledger that somebody says is theirs.',
  simpleResolvers: true,
})
export class AddressClaimType
  implements Pick<AddressClaim, 'address' | 'code' | 'expiresAt' | 'provenAt' | 'transactionId'>
{
  @Field(() => String, { description: '`ads:` and the address.' })
  address!: string;

  @Field(() => String, {
    description:
      'A transfer of any amount from the address to `depositAddress` of the account shows that it is theirs, with this in its message: 32 hex digits, the last ones of the message’s 64, zeros before them.',
  })
  code!: string;

  @Field(() => DateTimeScalar, { description: 'A later transfer shows nothing.' })
  expiresAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was shown; null: not yet.' })
  provenAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The transaction that showed the address; null: none yet, or the operator vouches for the address.',
  })
  transactionId!: string | null;
}
