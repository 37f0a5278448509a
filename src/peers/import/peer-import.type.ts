import { Extensions, Field, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../platform/graphql/enum';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import { type LeftOutReason, leftOutReasons } from './left-out';

export const LeftOutReasonEnum = createEnum({
  name: 'LeftOutReason',
  description: 'Why a campaign or a creative of another server’s list is not taken.',
  values: leftOutReasons,
  meanings: {
    no_object: 'It is no object.',
    too_large: 'It has more than 20,000 values; those of a campaign’s creatives do not count.',
    id: 'Its id is not 32 hex digits.',
    duplicate_id: 'The list had its id before.',
    landing_url: 'Its landing page is no http(s) URL of at most 1,024 characters.',
    dates: 'A date is missing, or is none that is taken.',
    medium: 'Nobody here knows the medium, or its vendor.',
    price: 'A price is neither null nor a number that is taken.',
    budget: 'The budget is no number that is taken, or 0.',
    targeting: 'The targeting is none that can be followed.',
    no_creatives: 'None of its creatives is taken.',
    ads_txt_required: 'Its server asks hosts for lines in their ads.txt.',
    too_many: 'The list, its server or all of them together have too many.',
    no_room: 'All other servers together have as many bytes as they may.',
    type: 'Nobody here knows the type of the creative.',
    type_not_taken: 'Creatives of this type are not taken of this server.',
    mime: 'The MIME type is missing, or is none.',
    size: 'The size is missing, or is none.',
    checksum: 'The checksum is missing, or is no SHA-1.',
    urls: 'A URL of the creative is none that may be called.',
    not_classified: 'Creatives without a result of the classifier that is demanded.',
  },
});

@ObjectType('LeftOut', {
  description: 'Campaigns and creatives of a list that were not taken, for one reason.',
  simpleResolvers: true,
})
export class LeftOutType {
  @Field(() => LeftOutReasonEnum, { description: 'Why they were not.' })
  reason!: LeftOutReason;

  @Field(() => Int, { description: 'How many, 1 or more.' })
  count!: number;
}

@ObjectType('PeerImport', {
  description: 'How the import of another server’s campaigns stands.',
  simpleResolvers: true,
})
export class PeerImportType {
  @Field(() => String, { description: 'The server’s account on the ledger.' })
  peer!: string;

  @Field(() => DateTimeScalar, { description: 'When it was asked last.' })
  askedAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When its list was taken last; null: never yet.',
  })
  importedAt!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it is asked next; null: after its next broadcast.',
  })
  nextAt!: Date | null;

  @Field(() => Int, { description: 'Lists that could not be read, in a row.' })
  failures!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Why nothing was taken the last time; null: the list was taken.',
  })
  problem!: string | null;

  @Field(() => Boolean, {
    description:
      'True where the last list had lost most of what is here: the next one is believed.',
  })
  isShrunken!: boolean;

  @Field(() => Int, { description: 'Campaigns that are here, 0 to 5,000.' })
  campaigns!: number;

  @Field(() => Int, { description: 'Creatives that are here, 0 to 20,000.' })
  creatives!: number;

  @Extensions({ listSize: leftOutReasons.length })
  @Field(() => [LeftOutType], { description: 'Those of the last list that were not taken.' })
  leftOut!: readonly LeftOutType[];
}
