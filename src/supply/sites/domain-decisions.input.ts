import { Field, InputType } from 'type-graphql';
import { listOf } from '../../input-members';
import { ParsedBy } from '../../platform/resources/parsed-by';
import { type Parse, parserOf } from '../../validation';
import { landingDomain } from './blocked-domains';
import type { DomainDecisions } from './domain-decisions';

const domains = listOf(landingDomain, { most: 100 }).default([]);

const parseDecisions: Parse<DomainDecisions> = parserOf(
  { block: domains, allow: domains },
  ({ block = [], allow = [] }) =>
    block.some((domain) => allow.includes(domain))
      ? { allow: ['must not name a domain that is blocked'] }
      : {},
);

@ParsedBy(parseDecisions)
@InputType({
  description:
    'Decisions on landing domains, such as `shop.example`, each of which is in one list; at most 100 in each.',
})
export class DomainDecisionsInput {
  @Field(() => [String], {
    defaultValue: [],
    description: 'No ad of the site leads there, nor to a subdomain.',
  })
  block!: readonly string[];

  @Field(() => [String], {
    defaultValue: [],
    description: 'Not blocked any more. Subdomains that are blocked themselves stay so.',
  })
  allow!: readonly string[];
}
