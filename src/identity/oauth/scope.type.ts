import { Field, ObjectType } from 'type-graphql';
import type { DescribedScope, Scope } from './scopes';

@ObjectType('Scope', { description: 'What an access token may allow.' })
export class ScopeType implements DescribedScope {
  @Field(() => String, { description: 'Its name, e.g. "campaign.read".' })
  name!: Scope;

  @Field(() => String, { description: 'What it allows, for people.' })
  description!: string;
}
