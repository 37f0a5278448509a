import { Arg, Field, ObjectType } from 'type-graphql';
import type { Language } from '../../language';
import { languageKind } from '../../platform/graphql/language.type';
import { describeScope, type Scope } from './scopes';

@ObjectType('Scope', { description: 'A right that an access token may give.' })
export class ScopeType {
  @Field(() => String, { description: 'Its name, e.g. "campaign.read".' })
  name!: Scope;

  @Field(() => String, { description: 'The scope in words, for people.' })
  description(
    @Arg('language', () => languageKind.type, {
      defaultValue: 'en',
      description: 'The language of the words; default: English.',
    })
    language: Language,
  ): string {
    return describeScope(this.name, language);
  }
}
