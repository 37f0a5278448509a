import { Field, ID, ObjectType } from 'type-graphql';
import { createEnum } from '../../platform/graphql/enum';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import { type RefusedDomain, type RefusedDomainKind, refusedDomainKinds } from './refused-domain';

export const RefusedDomainKindEnum = createEnum({
  name: 'RefusedDomainKind',
  description: 'The use of a domain that the operator refuses.',
  values: refusedDomainKinds,
  meanings: {
    site: 'No site of it shows ads, and none can be added.',
    landing: 'No campaign is shown whose landing page is on it, and none can be made active.',
  },
});

@ObjectType('RefusedDomain', {
  description: 'A domain that the operator refuses, with all of its subdomains.',
  simpleResolvers: true,
})
export class RefusedDomainType implements RefusedDomain {
  @Field(() => ID, { description: 'Kind and domain: `landing:evil.example`.' })
  id!: string;

  @Field(() => RefusedDomainKindEnum, { description: 'The use that is refused.' })
  kind!: RefusedDomainKind;

  @Field(() => String, { description: 'In lower case and Punycode, or an IP address.' })
  domain!: string;

  @Field(() => String, {
    description: 'For those whose sites or campaigns it concerns; empty: none was given.',
  })
  reason!: string;

  @Field(() => ID, { nullable: true, description: 'The operator’s account; null: a command.' })
  refusedById!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was refused, or got its reason.' })
  refusedAt!: Date;
}
