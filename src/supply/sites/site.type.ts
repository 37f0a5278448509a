import { Field, ID, Int, ObjectType, Extensions } from 'type-graphql';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import { connectionOf } from '../../platform/lists/connection.type';
import { createEnum } from '../../platform/graphql/enum';
import { type SiteStatus, siteStatuses } from './site';

export const SiteStatusEnum = createEnum({
  name: 'SiteStatus',
  description: 'How far a site is.',
  values: siteStatuses,
  meanings: {
    draft: 'Not finished: shows no ads.',
    inactive: 'Stopped by the publisher: shows no ads.',
    active: 'Shows ads.',
    pending: 'Waits for the operator: shows no ads.',
    rejected: 'Refused by the operator: shows no ads.',
    archived: 'Ended: shows no ads any more.',
  },
});

@ObjectType('CreativeFilterClause', {
  description: 'One condition on creatives.',
  simpleResolvers: true,
})
export class CreativeFilterClauseType {
  @Field(() => String, { description: '`type`, `mime` or `<classifier>:<keyword>`.' })
  key!: string;

  @Field(() => [String], { description: 'Any one of them is enough.' })
  values!: readonly string[];
}

@ObjectType('CreativeFilter', {
  description: 'Which creatives a publisher takes.',
  simpleResolvers: true,
})
export class CreativeFilterType {
  @Extensions({ listSize: 20 })
  @Field(() => [CreativeFilterClauseType], {
    description: 'Clauses that a creative must meet, all of them.',
  })
  requires!: readonly CreativeFilterClauseType[];

  @Extensions({ listSize: 20 })
  @Field(() => [CreativeFilterClauseType], {
    description: 'Clauses that a creative must not meet.',
  })
  excludes!: readonly CreativeFilterClauseType[];
}

@ObjectType('AdsTxtCheck', {
  description: 'A check of this server’s line in a publisher’s `ads.txt`.',
  simpleResolvers: true,
})
export class AdsTxtCheckType {
  @Field(() => String, { description: 'The line that it should have.' })
  line!: string;

  @Field(() => Boolean, { description: 'True where the file has that line.' })
  isFound!: boolean;

  @Field(() => [Int], {
    description:
      'Numbers, from 1, of lines that name this server with another account or relationship.',
  })
  otherLines!: readonly number[];
}

@ObjectType('Site', {
  description: 'A place that shows ads: a website, or a scene of a metaverse.',
})
export class SiteType {
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  id!: string;

  @Field(() => String, {
    description: 'Host name or address, without `www.` and without the port.',
  })
  host!: string;

  @Field(() => String, { description: 'For the publisher, 1 to 64 characters.' })
  name!: string;

  @Field(() => SiteStatusEnum, {
    description: 'Only active ones show ads.',
  })
  status!: SiteStatus;

  @Field(() => String, { description: 'Medium of the taxonomy.' })
  medium!: string;

  @Field(() => String, { nullable: true, description: 'Vendor in the medium; null: none.' })
  vendor!: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 639-1, lower-case; null: not said.' })
  primaryLanguage!: string | null;

  @Field(() => [String], { description: 'Categories of the taxonomy, which campaigns target.' })
  categories!: readonly string[];

  @Field(() => Boolean, {
    description: 'True where the site shows only creatives that its publisher accepted one by one.',
  })
  onlyAcceptedCreatives!: boolean;

  @Field(() => Boolean, {
    description: 'True where the site shows only campaigns that require this very domain.',
  })
  onlyDirectDeals!: boolean;

  @Field(() => [ID], { description: 'Creatives that the publisher accepted.' })
  acceptedCreativeIds!: readonly string[];

  @Field(() => [ID], { description: 'Creatives that the publisher rejected: never shown.' })
  rejectedCreativeIds!: readonly string[];

  @Field(() => ID, {
    nullable: true,
    description:
      'On an unclaimed site: the account that earns from finds that name neither publisher nor placement. Null: the operator earns. Null on all other sites.',
  })
  claimedById!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was made, by hand or by a find.' })
  createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was changed last.' })
  updatedAt!: Date;
}

export const SiteConnectionType = connectionOf('Site', 'sites', () => SiteType);
