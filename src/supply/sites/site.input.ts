import { Field, ID, InputType } from 'type-graphql';
import { ParsedBy } from '../../platform/resources/parsed-by';
import type { SiteStatus } from './site';
import { parseDecisions, parseNewSite, parseSiteChanges } from './site-terms';
import { SiteStatusEnum } from './site.type';

const descriptions = {
  name: '1 to 64 characters.',
  status: '`draft`, `inactive` or `active`: the others are set by the operator or at the end.',
  primaryLanguage: 'ISO 639-1, two lower-case letters.',
  categories: 'Categories of the taxonomy’s medium, at most 50.',
  filtering: 'Which creatives it takes; default: all.',
  onlyAcceptedCreatives:
    'True: the site shows only creatives that its publisher accepted one by one.',
  onlyDirectDeals: 'True: the site shows only campaigns that require this very domain.',
} as const;

@InputType({ description: 'One condition on creatives.' })
export class CreativeFilterClauseInput {
  @Field(() => String, {
    description: '`type`, `mime` or `<classifier>:<keyword>`; each once.',
  })
  key!: string;

  @Field(() => [String], { description: '1 to 100 values, any one of which is enough.' })
  values!: readonly string[];
}

@InputType({ description: 'Which creatives a publisher takes.' })
export class CreativeFilterInput {
  @Field(() => [CreativeFilterClauseInput], {
    defaultValue: [],
    description: 'Clauses that a creative must meet, all of them; at most 50.',
  })
  requires!: readonly CreativeFilterClauseInput[];

  @Field(() => [CreativeFilterClauseInput], {
    defaultValue: [],
    description: 'Clauses that a creative must not meet; at most 50.',
  })
  excludes!: readonly CreativeFilterClauseInput[];
}

@ParsedBy(parseNewSite)
@InputType({ description: 'A site to create.' })
export class CreateSiteInput {
  @Field(() => String, {
    description:
      'http(s) origin without port and path, at most 1024 characters; its host cannot be changed later.',
  })
  url!: string;

  @Field(() => String, { description: descriptions.name })
  name!: string;

  @Field(() => String, { defaultValue: 'web', description: 'Medium of the taxonomy; stays.' })
  medium!: string;

  @Field(() => String, { nullable: true, description: 'Vendor in the medium; stays.' })
  vendor?: string | null;

  @Field(() => SiteStatusEnum, { defaultValue: 'active', description: descriptions.status })
  status!: SiteStatus;

  @Field(() => String, { nullable: true, description: descriptions.primaryLanguage })
  primaryLanguage?: string | null;

  @Field(() => [String], { defaultValue: [], description: descriptions.categories })
  categories!: readonly string[];

  @Field(() => CreativeFilterInput, { nullable: true, description: descriptions.filtering })
  filtering?: CreativeFilterInput | null;

  @Field(() => Boolean, { defaultValue: false, description: descriptions.onlyAcceptedCreatives })
  onlyAcceptedCreatives!: boolean;

  @Field(() => Boolean, { defaultValue: false, description: descriptions.onlyDirectDeals })
  onlyDirectDeals!: boolean;
}

@ParsedBy(parseSiteChanges)
@InputType({ description: 'Members of a site to change; an absent member stays as it is.' })
export class UpdateSiteInput {
  @Field(() => String, { nullable: true, description: descriptions.name })
  name?: string | null;

  @Field(() => SiteStatusEnum, { nullable: true, description: descriptions.status })
  status?: SiteStatus | null;

  @Field(() => String, {
    nullable: true,
    description: `${descriptions.primaryLanguage} Null clears it.`,
  })
  primaryLanguage?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: `${descriptions.categories} Null clears them.`,
  })
  categories?: readonly string[] | null;

  @Field(() => CreativeFilterInput, {
    nullable: true,
    description: `${descriptions.filtering} Null clears it.`,
  })
  filtering?: CreativeFilterInput | null;

  @Field(() => Boolean, { nullable: true, description: descriptions.onlyAcceptedCreatives })
  onlyAcceptedCreatives?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: descriptions.onlyDirectDeals })
  onlyDirectDeals?: boolean | null;
}

@ParsedBy(parseDecisions)
@InputType({
  description: 'Decisions on creatives, each of which is in one list; at most 100 in each.',
})
export class CreativeDecisionsInput {
  @Field(() => [ID], {
    defaultValue: [],
    description: 'May be shown where only accepted ones are.',
  })
  accept!: readonly string[];

  @Field(() => [ID], { defaultValue: [], description: 'Never to be shown.' })
  reject!: readonly string[];

  @Field(() => [ID], { defaultValue: [], description: 'Neither accepted nor rejected any more.' })
  forget!: readonly string[];
}
