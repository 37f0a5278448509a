import { Field, ID, ObjectType, Extensions } from 'type-graphql';
import { createEnum } from '../../platform/graphql/enum';
import { type CreativeType, creativeType } from '../creatives/creative.resource';
import { type TargetingKind, targetingKinds } from './targeting-options';

export const TargetingKindEnum = createEnum({
  name: 'TargetingKind',
  description: 'Where the values of a targeting option come from.',
  values: targetingKinds,
  meanings: {
    dict: 'They are ids of `items`.',
    input: 'The advertiser types them.',
  },
});

@ObjectType('TargetingItem', {
  description: 'A value that can be selected in a targeting option of type `dict`.',
})
export class TargetingItemType {
  @Field(() => ID, { description: 'The word that a targeting holds, e.g. `de` or `news`.' })
  id!: string;

  @Field(() => String, { description: 'Its name in English.' })
  label!: string;

  // Each value is below one other at most: on average a value has less than one below it.
  @Extensions({ listSize: 1 })
  @Field(() => [TargetingItemType], {
    description: 'Narrower values, selectable by their own ids. Selecting this one selects them.',
  })
  values!: readonly TargetingItemType[];
}

@ObjectType('TargetingOption', {
  description: 'A feature that a campaign can require or exclude.',
  simpleResolvers: true,
})
export class TargetingOptionType {
  @Field(() => TargetingKindEnum, {
    description: 'Where its values come from.',
  })
  type!: TargetingKind;

  @Field(() => String, { description: 'Its key in a targeting, e.g. `country`.' })
  name!: string;

  @Field(() => String, { description: 'Its name in English.' })
  label!: string;
}

@ObjectType('TargetingOptions', {
  description: 'Targeting options by what they describe.',
  simpleResolvers: true,
})
export class TargetingOptionsType {
  @Extensions({ listSize: 2 })
  @Field(() => [TargetingOptionType], { description: 'Of the person who sees the ad.' })
  user!: readonly TargetingOptionType[];

  @Extensions({ listSize: 2 })
  @Field(() => [TargetingOptionType], { description: 'Of the site that shows the ad.' })
  site!: readonly TargetingOptionType[];

  @Extensions({ listSize: 2 })
  @Field(() => [TargetingOptionType], { description: 'Of the device that shows the ad.' })
  device!: readonly TargetingOptionType[];
}

@ObjectType('Format', {
  description: 'Creatives that may be uploaded for a medium or vendor.',
  simpleResolvers: true,
})
export class FormatType {
  @Field(() => creativeType.type, {
    description: 'Type of the creatives.',
  })
  type!: CreativeType;

  @Field(() => [String], { description: 'Accepted MIME types.' })
  mimes!: readonly string[];

  @Field(() => [String], {
    description:
      'Sizes, `<width>x<height>`, or `cube`, `pop-up`, `pop-under`. A video may also be near one.',
  })
  scopes!: readonly string[];
}

@ObjectType('Vendor', {
  description: 'A platform inside a medium, e.g. one metaverse.',
  simpleResolvers: true,
})
export class VendorType {
  @Field(() => String, { description: 'The name in campaigns and sites, e.g. `decentraland`.' })
  name!: string;

  @Field(() => String, { description: 'Its name for people.' })
  label!: string;

  @Extensions({ listSize: 4 })
  @Field(() => [FormatType], {
    description: 'The vendor’s formats, in place of the formats of its medium.',
  })
  formats!: readonly FormatType[];

  @Field(() => TargetingOptionsType, {
    description: 'Options that campaigns for the vendor can target.',
  })
  targeting!: TargetingOptionsType;
}

@ObjectType('Medium', {
  description: 'A kind of place that shows ads.',
  simpleResolvers: true,
})
export class MediumType {
  @Field(() => String, { description: 'The name in campaigns and sites: `web` or `metaverse`.' })
  name!: string;

  @Field(() => String, { description: 'Its name for people.' })
  label!: string;

  @Extensions({ listSize: 4 })
  @Field(() => [FormatType], { description: 'Formats of campaigns that name no vendor.' })
  formats!: readonly FormatType[];

  @Field(() => TargetingOptionsType, {
    description: 'Options that campaigns in the medium can target.',
  })
  targeting!: TargetingOptionsType;

  @Extensions({ listSize: 3 })
  @Field(() => [VendorType], { description: 'Platforms inside it; none for `web`.' })
  vendors!: readonly VendorType[];
}

@ObjectType('MediumForVendor', {
  description:
    'Formats and targeting options for campaigns of a medium, and of a vendor in it where one is named.',
  simpleResolvers: true,
})
export class MediumForVendorType {
  @Field(() => String, { description: 'Of the medium.' })
  name!: string;

  @Field(() => String, { description: 'Of the medium, for people.' })
  label!: string;

  @Field(() => String, { nullable: true, description: 'The vendor; null: none was named.' })
  vendor!: string | null;

  @Field(() => String, { nullable: true, description: 'Of the vendor, for people.' })
  vendorLabel!: string | null;

  @Extensions({ listSize: 4 })
  @Field(() => [FormatType], { description: 'Creatives that it takes.' })
  formats!: readonly FormatType[];

  @Field(() => TargetingOptionsType, { description: 'Options that campaigns can target.' })
  targeting!: TargetingOptionsType;
}

@ObjectType('TaxonomyDocument', {
  description: 'The document that the taxonomy is read from.',
  simpleResolvers: true,
})
export class TaxonomyDocumentType {
  @Field(() => String, { description: 'Of the taxonomy.' })
  name!: string;

  @Field(() => String, { description: 'Of the taxonomy.' })
  version!: string;

  @Field(() => Boolean, {
    description: 'True where the document comes with the server.',
  })
  isDefault!: boolean;

  @Field(() => String, { description: 'JSON, as it was imported.' })
  text!: string;
}

@ObjectType('OrphanedCampaign', {
  description: 'A campaign that runs and uses what the taxonomy does not have.',
  simpleResolvers: true,
})
export class OrphanedCampaignType {
  @Field(() => ID, { description: 'Of the campaign.' })
  campaignId!: string;

  @Field(() => String, { description: 'The member that the campaign uses and the taxonomy lacks.' })
  problem!: string;
}

@ObjectType('ImportedTaxonomy', {
  description: 'A taxonomy that was put in force.',
  simpleResolvers: true,
})
export class ImportedTaxonomyType {
  @Field(() => String, { description: 'Of the taxonomy.' })
  name!: string;

  @Field(() => String, { description: 'Of the taxonomy.' })
  version!: string;

  @Extensions({ listSize: 20 })
  @Field(() => [OrphanedCampaignType], { description: 'At most 20; none unless it was forced.' })
  orphans!: readonly OrphanedCampaignType[];
}
