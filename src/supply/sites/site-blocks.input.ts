import { Field, ID, InputType } from 'type-graphql';
import { contentCategory } from '../../demand/campaigns/content-category';
import { type CreativeType, creativeType } from '../../demand/creatives/creative.resource';
import { idOf, listOf, member, objectOf } from '../../input-members';
import { readPeerAccount } from '../../peer-account';
import { ParsedBy } from '../../platform/resources/parsed-by';
import { keysOf } from '../../record';
import { type Parse, parserOf } from '../../validation';
import { landingDomain } from './blocked-domains';
import { type BlockDecisions, blockLists } from './site-blocks';

const most = { most: 100 };

const server = member(
  (value) => {
    const server = value === '*' ? value : readPeerAccount(value);
    return server === null ? 'must be an account on the ledger, or *' : { value: server };
  },
  { type: 'string' },
);

const blocks = objectOf({
  domains: listOf(landingDomain, most).default([]),
  categories: listOf(contentCategory.input, most).default([]),
  advertisers: listOf(idOf('an id of 32 hex digits'), most).default([]),
  types: listOf(creativeType.input, most).default([]),
  servers: listOf(server, most).default([]),
}).default({ domains: [], categories: [], advertisers: [], types: [], servers: [] });

const parseDecisions: Parse<BlockDecisions> = parserOf(
  { block: blocks, allow: blocks },
  ({ block, allow }) => {
    if (!block || !allow) return {};
    const both = keysOf(blockLists).filter((kind) => {
      const blocked = new Set<string>(block[kind]);
      return allow[kind].some((entry) => blocked.has(entry));
    });
    const problem = ['must name nothing that is blocked'];
    return Object.fromEntries(both.map((kind) => [`allow.${kind}`, problem]));
  },
);

@InputType({
  description: 'Lists of entries that keep ads away from a site; at most 100 entries in each.',
})
class SiteBlocksInput {
  @Field(() => [String], {
    defaultValue: [],
    description:
      'Landing domains with all of their subdomains, such as `shop.example` (`badv` of OpenRTB): entries of `blockedDomains`.',
  })
  domains!: readonly string[];

  @Field(() => [String], {
    defaultValue: [],
    description:
      'Categories of goods, such as `IAB9` with all of its parts (`bcat` of OpenRTB): entries of `blockedCategories`.',
  })
  categories!: readonly string[];

  @Field(() => [ID], {
    defaultValue: [],
    description:
      'Advertisers, each named by a creative of this server, with all that the account advertises: entries of `blockedAdvertisers`, by their `creativeId`.',
  })
  advertisers!: readonly string[];

  @Field(() => [creativeType.type], {
    defaultValue: [],
    description: 'Types of creatives (`btype` of OpenRTB): `type` in `filtering.excludes`.',
  })
  types!: readonly CreativeType[];

  @Field(() => [String], {
    defaultValue: [],
    description:
      'Other servers of the network by their accounts on the ledger, `*` for all: `peer` in `filtering.excludes`.',
  })
  servers!: readonly string[];
}

@ParsedBy(parseDecisions)
@InputType({
  description: 'Decisions on what keeps ads away from a site; each entry is blocked or allowed.',
})
export class BlockDecisionsInput {
  @Field(() => SiteBlocksInput, {
    defaultValue: {},
    description: 'No ad of these is shown on the site.',
  })
  block!: SiteBlocksInput;

  @Field(() => SiteBlocksInput, {
    defaultValue: {},
    description:
      'Not blocked any more. Subdomains that are blocked themselves stay so, and servers where all are blocked.',
  })
  allow!: SiteBlocksInput;
}
