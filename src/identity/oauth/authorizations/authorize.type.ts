import { Field, ObjectType, registerEnumType, Extensions } from 'type-graphql';
import type { AuthorizationResult, ConsentPrompt } from './authorize';
import { type Decision } from './authorization-request';
import { ScopeType } from '../scope.type';

/** GraphQL's names are their own values. */
export const DecisionEnum: Readonly<Record<Decision, Decision>> = {
  ask: 'ask',
  approve: 'approve',
  deny: 'deny',
};

registerEnumType(DecisionEnum, {
  name: 'Decision',
  description: 'A person’s answer to a client that asks for access.',
  valuesConfig: {
    ask: { description: 'Nothing yet: what is the question?' },
    approve: { description: 'The client gets a code.' },
    deny: { description: 'The client is told that access is denied.' },
  },
});

@ObjectType('ConsentPrompt', { description: 'The question to a person who has not answered yet.' })
export class ConsentPromptType implements ConsentPrompt {
  @Field(() => String, { description: 'The client that asks.' })
  clientName!: string;

  @Field(() => String, { description: 'Where the person is sent afterwards.' })
  redirectUri!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Email of the account that gives the access; null for an account without an email.',
  })
  accountEmail!: string | null;

  @Extensions({ listSize: 10 })
  @Field(() => [ScopeType], { description: 'Scopes that the client asks for.' })
  scopes!: readonly ScopeType[];
}

@ObjectType('AuthorizationResult', {
  description: 'Where a person is sent next, or what to ask the person first.',
})
export class AuthorizationResultType implements AuthorizationResult {
  @Field(() => String, {
    nullable: true,
    description:
      'The redirect URI with a code in its query, good for 10 minutes and once, or with an error (RFC 6749 §4.1.2). Null when there is a prompt.',
  })
  location!: string | null;

  @Field(() => ConsentPromptType, {
    nullable: true,
    description: 'Only for the decision `ask`.',
  })
  prompt!: ConsentPromptType | null;

  @Field(() => String, {
    nullable: true,
    description: 'The error code that the client is told (RFC 6749 §4.1.2.1); null: no error.',
  })
  error!: string | null;

  @Field(() => String, { nullable: true, description: 'The same for its developers.' })
  errorDescription!: string | null;
}
