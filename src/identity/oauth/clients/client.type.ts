import { Extensions, Field, ID, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../../../platform/graphql/scalars';
import type { Client } from './client';
import type { Scope } from '../scopes';

@ObjectType('Client', { description: 'An application that asks for tokens (RFC 6749 §2).' })
export class ClientType implements Omit<Client, 'updatedAt'> {
  @Field(() => ID, { description: 'UUID with dashes: its `client_id`.' })
  id!: string;

  @Field(() => String, {
    description: 'The client’s name, as people see it who are asked for consent.',
  })
  name!: string;

  @Field(() => ID, { description: 'The account that a client-credentials token acts for.' })
  ownerId!: string;

  @Field(() => Boolean, { description: 'False for public clients, which have no secret.' })
  isConfidential!: boolean;

  @Extensions({ listSize: 10 })
  @Field(() => [String], { description: 'Where authorization codes may be sent.' })
  redirectUris!: readonly string[];

  @Extensions({ listSize: 10 })
  @Field(() => [String], { description: 'Scopes that the client may ask for.' })
  scopes!: readonly Scope[];

  @Field(() => DateTimeScalar, { description: 'When it was registered.' })
  createdAt!: Date;
}

@ObjectType('CreatedClient', { description: 'A client that was registered, and its secret.' })
export class CreatedClientType {
  @Field(() => ClientType, { description: 'The client.' })
  client!: Client;

  @Field(() => String, {
    nullable: true,
    description:
      '43 characters, shown this once: only its hash is stored. Null for a public client.',
  })
  secret!: string | null;
}
