import { Field, InputType, Int } from 'type-graphql';
import { ParsedBy } from '../../platform/resources/parsed-by';
import { type CreativeType, creativeType } from '../../demand/creatives/creative.resource';
import { bidRequestLimits, parseBidRequest } from './bid-request';

const { idLength, imps, listLength, size, textLength, urlLength } = bidRequestLimits;

@InputType({ description: 'Where the creatives would be shown.' })
export class BidRequestSiteInput {
  @Field(() => String, {
    description: `http(s) URL of the page, at most ${urlLength} characters. Its host, without a leading "www." and without the port, is the site.`,
  })
  url!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Default: the known site’s, else "web". Another one than the known site’s is refused.',
  })
  medium?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Default: the known site’s, else none. Another one than the known site’s is refused.',
  })
  vendor?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The publisher to pay: an account id, an account address of the ledger, or "<network>:<address>". Without it, or with an empty one, a placement given by its size belongs to the site’s unclaimed publisher. A placement of another publisher stays empty.',
  })
  publisher?: string | null;
}

@InputType({ description: 'The visitor who would see the creatives.' })
export class BidRequestUserInput {
  @Field(() => String, {
    nullable: true,
    description: `The page’s own id of the visitor, e.g. a wallet address; at most ${idLength} characters. A visitor who is neither registered nor known by cookie is told apart by it.`,
  })
  id?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True where a wallet extension is enabled in the browser.',
  })
  hasWallet?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Minutes that the visitor’s clock is ahead of UTC, whole quarters of an hour from -720 to 840 (OpenRTB 2.6 §3.2.19 `utcoffset`): for campaigns with hours by the visitor’s clock. Not stored.',
  })
  utcOffset?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'TC string of a consent manager (IAB TCF 2). A visitor who has not agreed to purpose 1 sees no creatives of other servers.',
  })
  consent?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'The page’s own word: true where the visitor has agreed, false where they have refused. Counts before TC strings, but not before opt-outs of GPP and Global Privacy Control.',
  })
  agrees?: boolean | null;
}

@InputType({
  description:
    'Laws that the visitor is under, and what was said under them (OpenRTB 2.6 §3.2.3). A word that cannot be read counts as a refusal.',
})
export class BidRequestRegsInput {
  @Field(() => Boolean, {
    nullable: true,
    description:
      'True where the GDPR applies: a visitor without a word of consent has refused. False: TC strings do not count.',
  })
  gdpr?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'GPP string of a consent manager (IAB Global Privacy Platform). A visitor who has opted out of sale, sharing or targeted advertising sees no creatives of other servers.',
  })
  gpp?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True where the browser has Global Privacy Control: its visitor sees no creatives of other servers.',
  })
  gpc?: boolean | null;
}

@InputType({
  description:
    'One opportunity to show a creative: a known placement, or a box of a size that becomes a placement on first sight (OpenRTB 2.6 §3.2.4).',
})
export class ImpInput {
  @Field(() => String, {
    description: `The requester’s own id of this opportunity; the answer repeats it. At most ${idLength} characters.`,
  })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'A placement’s id, 32 hex digits. Left out, or empty, when width and height are given.',
  })
  placementId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Name of the placement to make; default "Default". At most ${textLength} characters.`,
  })
  name?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `Width of the box in pixels. A box of more than ${size} stays empty.`,
  })
  width?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: `Height of the box in pixels. A box of more than ${size} stays empty.`,
  })
  height?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: `Depth of the box; above 0 the placement takes three-dimensional models.`,
  })
  depth?: number | null;

  @Field(() => [creativeType.type], {
    nullable: true,
    description: `Creative types that this placement takes, 1 to ${listLength}; default: all.`,
  })
  types?: readonly CreativeType[] | null;

  @Field(() => [String], {
    nullable: true,
    description: `MIME types that this placement takes, 1 to ${listLength}; default: all, but for \`image/avif\` (see \`isFromTag\`).`,
  })
  mimes?: readonly string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True in the top frame, false inside an iframe. Campaigns can target it where the taxonomy has an option `inframe` of the site with the values `yes` and `no`; the default one has none.',
  })
  isTopFrame?: boolean | null;
}

@ParsedBy(parseBidRequest)
@InputType({
  description: 'Asks for creatives for the placements of one page (OpenRTB 2.6 §3.2.1).',
})
export class BidRequestInput {
  @Field(() => String, {
    description: `Unique per page impression, a UUID by convention; at most ${idLength} characters.`,
  })
  id!: string;

  @Field(() => BidRequestSiteInput, { description: 'Where the creatives would be shown.' })
  site!: BidRequestSiteInput;

  @Field(() => BidRequestUserInput, {
    nullable: true,
    description: 'The visitor who would see the creatives.',
  })
  user?: BidRequestUserInput | null;

  @Field(() => BidRequestRegsInput, {
    nullable: true,
    description: 'Laws that the visitor is under.',
  })
  regs?: BidRequestRegsInput | null;

  @Field(() => [ImpInput], { description: `1 to ${imps} opportunities.` })
  imps!: readonly ImpInput[];

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Test mode (OpenRTB 2.6 §3.2.1 `test`): the answer is what a page would get now, and nothing of it is counted or paid, neither the request nor its views and clicks. Default: false.',
  })
  isTest?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True where the tag of this server shows the answer: placements then get `image/avif`, too, which others get where they name it in `mimes`. Default: false.',
  })
  isFromTag?: boolean | null;
}
