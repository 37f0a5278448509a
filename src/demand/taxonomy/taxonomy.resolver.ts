import {
  Arg,
  Authorized,
  Ctx,
  Extensions,
  FieldResolver,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import type { TargetingDictionary, TargetingOption } from './targeting-options';
import { getMediumForVendor, importTaxonomy, getTaxonomyDocument } from './taxonomy.service';
import {
  ImportedTaxonomyType,
  MediumForVendorType,
  MediumType,
  TargetingItemType,
  TargetingOptionType,
  TaxonomyDocumentType,
} from './taxonomy.type';
import type { TaxonomyContext } from './taxonomy.context';

interface TargetingItem {
  readonly id: string;
  readonly label: string;
  readonly values: readonly TargetingItem[];
}

@Resolver(() => TargetingOptionType)
export class TaxonomyResolver {
  @Extensions({ listSize: 2 })
  @Query(() => [MediumType], {
    description:
      'Every medium with its vendors, creative formats and targeting options. No errors.',
  })
  media(@Ctx() ctx: TaxonomyContext) {
    return ctx.taxonomy.current.media;
  }

  @Query(() => MediumForVendorType, {
    description:
      'A medium, and the vendor in it if one is named, with creative formats and targeting options. Errors: BAD_REQUEST for a pair that is not known.',
  })
  mediumForVendor(
    @Ctx() ctx: TaxonomyContext,
    @Arg('name', () => String, { description: 'Of the medium.' }) name: string,
    @Arg('vendor', () => String, { nullable: true, description: 'Of the vendor; default: none.' })
    vendor: string | null = null,
  ) {
    return getMediumForVendor(ctx, { name, vendor });
  }

  @Authorized('operator')
  @Query(() => TaxonomyDocumentType, {
    description: 'The document that is in force on the gateway that answers.',
  })
  taxonomyDocument(@Ctx() ctx: TaxonomyContext) {
    return getTaxonomyDocument(ctx);
  }

  @Authorized('operator')
  @Mutation(() => ImportedTaxonomyType, {
    description:
      'Puts another taxonomy in force on every gateway, within 2 seconds. Errors: VALIDATION_FAILED with the path of everything that is wrong with the document; CONFLICT when campaigns that run use what it does not have.',
  })
  async importTaxonomy(
    @Ctx() ctx: TaxonomyContext,
    @Arg('text', () => String, { description: 'The document, JSON.' }) text: string,
    @Arg('isForced', () => Boolean, {
      nullable: true,
      description:
        'True: the import goes on although running campaigns use members that the new taxonomy lacks. Default: false, such an import is a CONFLICT.',
    })
    isForced: boolean | null = null,
  ): Promise<ImportedTaxonomyType> {
    const { taxonomy, orphans } = await importTaxonomy(ctx, { text, isForced: isForced === true });
    return { name: taxonomy.name, version: taxonomy.version, orphans };
  }

  @Extensions({ listSize: 100 })
  @FieldResolver(() => [TargetingItemType], {
    nullable: true,
    description: 'Items that can be selected; null for an option of type `input`.',
  })
  items(@Root() option: TargetingOption): readonly TargetingItem[] | null {
    return option.type === 'dict' ? toItems(option.items) : null;
  }
}

function toItems(dictionary: TargetingDictionary): readonly TargetingItem[] {
  return Object.entries(dictionary).map(([id, item]) =>
    typeof item === 'string'
      ? { id, label: item, values: [] }
      : { id, label: item.label, values: toItems(item.values) },
  );
}
