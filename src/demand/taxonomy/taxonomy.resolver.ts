import { Arg, Ctx, FieldResolver, Query, Resolver, Root, Extensions } from 'type-graphql';
import type { RequestContext } from '../../context';
import type { TargetingDictionary, TargetingOption } from './targeting-options';
import { getMediumForVendor } from './taxonomy.service';
import {
  MediumForVendorType,
  MediumType,
  TargetingItemType,
  TargetingOptionType,
} from './taxonomy.type';

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
  media(@Ctx() ctx: RequestContext) {
    return ctx.taxonomy.current.media;
  }

  @Query(() => MediumForVendorType, {
    description:
      'A medium, and the vendor in it if one is named, with creative formats and targeting options. Errors: BAD_REQUEST for a pair that is not known.',
  })
  mediumForVendor(
    @Ctx() ctx: RequestContext,
    @Arg('name', () => String, { description: 'Of the medium.' }) name: string,
    @Arg('vendor', () => String, { nullable: true, description: 'Of the vendor; default: none.' })
    vendor: string | null = null,
  ) {
    return getMediumForVendor(ctx, { name, vendor });
  }

  @Extensions({ listSize: 100 })
  @FieldResolver(() => [TargetingItemType], {
    nullable: true,
    description: 'What can be selected; null for an option of type `input`.',
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
