import { Field, ID, ObjectType } from 'type-graphql';
import { type CreativeType, creativeType } from '../../demand/creatives/creative.resource';
import { createEnum } from '../../platform/graphql/enum';
import { creativeDecisions } from './site-creative';

export const CreativeDecisionEnum = createEnum({
  name: 'CreativeDecision',
  description: 'A publisher’s decision on a creative for a site.',
  values: creativeDecisions,
  meanings: {
    undecided: 'Nothing: it is shown unless the site shows accepted ones only.',
    accepted: 'It may be shown.',
    rejected: 'It is never shown.',
  },
});

@ObjectType('SiteCreativePeer', {
  description: 'Another server of the network, as publishers know it.',
  simpleResolvers: true,
})
export class SiteCreativePeerType {
  @Field(() => String, {
    description: 'Its account on the ledger: a site refuses it by the filter `peer`.',
  })
  address!: string;

  @Field(() => String, {
    description: 'As it calls itself, 0 to 255 characters; servers may be called alike.',
  })
  name!: string;

  @Field(() => String, { description: 'Its host; empty once it is forgotten.' })
  host!: string;
}

@ObjectType('SiteCreative', {
  description: 'A creative as the publisher of a site sees it, who may take it or not.',
})
export class SiteCreativeType {
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  id!: string;

  @Field(() => creativeType.type, { description: 'Type of the creative.' })
  type!: CreativeType;

  @Field(() => String, { description: 'MIME type, read from the content.' })
  mime!: string;

  @Field(() => String, {
    description: 'Size as `<width>x<height>`, `cube`, `pop-up` or `pop-under`.',
  })
  scope!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Where clicks lead to, placeholders included; null while nobody pays for it.',
  })
  landingUrl!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The category of the goods, a code of the IAB Content Taxonomy 1.0; null: not said, or nobody pays for it.',
  })
  category!: string | null;

  @Field(() => [String], {
    description:
      'Hosts of third parties that the ad calls when a visitor who has consented has seen it.',
  })
  pixelHosts!: readonly string[];

  @Field(() => String, { description: 'The URL that serves the content, at its own server.' })
  url!: string;

  @Field(() => SiteCreativePeerType, {
    nullable: true,
    description: 'The server of the network that it comes from; null: this one.',
  })
  peer!: SiteCreativePeerType | null;
}

@ObjectType('SiteCreativePageInfo', {
  description: 'Where a page of creatives ends.',
  simpleResolvers: true,
})
export class SiteCreativePageInfoType {
  @Field(() => Boolean, { description: 'True where there may be more creatives.' })
  hasNextPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'As `after` it goes on behind this page; null on the last one.',
  })
  endCursor!: string | null;
}

@ObjectType('SiteCreativePage', {
  description: 'Some creatives of a site, in the order of their ids.',
  simpleResolvers: true,
})
export class SiteCreativePageType {
  @Field(() => [SiteCreativeType], { description: 'The creatives.' })
  nodes!: readonly SiteCreativeType[];

  @Field(() => SiteCreativePageInfoType, { description: 'Where the page ends.' })
  pageInfo!: SiteCreativePageInfoType;
}
