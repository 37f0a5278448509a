import { Field, ObjectType } from 'type-graphql';
import type { DescribedScope, Scope } from './scopes';

@ObjectType('Scope', { description: 'A right that an access token may give.' })
export class ScopeType implements DescribedScope {
  @Field(() => String, { description: 'Its name, e.g. "campaign.read".' })
  name!: Scope;

  @Field(() => String, { description: 'The scope in words, for people.' })
  description!: string;
}
