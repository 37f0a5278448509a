import { Arg, Args, Authorized, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import { requireViewer } from '../../identity/access/access-rule';
import type { WithViewer } from '../../identity/access/viewer';
import { cutToMost } from '../../platform/lists/all';
import { AllArgs, AllQuery } from '../../platform/lists/all.input';
import type { RefusedDomainKind } from './refused-domain';
import type { RefusedDomainContext } from './refused-domain.context';
import { allowDomains, listRefusedDomains, refuseDomains } from './refused-domain.service';
import { RefusedDomainKindEnum, RefusedDomainType } from './refused-domain.type';

type Context = RefusedDomainContext & WithViewer;

const kindOption = { description: 'The use that is meant.' };
const domainsOption = {
  description:
    '1 to 1,000 domains or IP addresses, in any case, IDN or Punycode; `www.` is left out. Each covers its subdomains.',
};

@Resolver(() => RefusedDomainType)
export class RefusedDomainResolver {
  @AllQuery(
    () => [RefusedDomainType],
    'Domains that are refused on this server, in the order of their ids. Errors: VALIDATION_FAILED.',
  )
  refusedDomains(
    @Ctx() ctx: Context,
    @Args(() => AllArgs) all: AllArgs,
    @Arg('kind', () => RefusedDomainKindEnum, { nullable: true, description: 'Only those of it.' })
    kind: RefusedDomainKind | null = null,
    @Arg('search', () => String, {
      nullable: true,
      description: 'Only those with it in their domain, at most 253 characters.',
    })
    search: string | null = null,
  ) {
    return listRefusedDomains(ctx, { kind, search }, cutToMost(all));
  }

  @Authorized('operator')
  @Mutation(() => Int, {
    description:
      'Refuses domains on every gateway from 2 seconds on; one that is refused already has its new reason. The number of them, each counted once. Errors: VALIDATION_FAILED, also where more than 100,000 would be refused.',
  })
  refuseDomains(
    @Ctx() ctx: Context,
    @Arg('kind', () => RefusedDomainKindEnum, kindOption) kind: RefusedDomainKind,
    @Arg('domains', () => [String], domainsOption) domains: string[],
    @Arg('reason', () => String, {
      defaultValue: '',
      description: 'For those whom it concerns, at most 500 characters.',
    })
    reason: string,
  ) {
    const refusedById = requireViewer(ctx).account.id;
    return refuseDomains(ctx, { kind, domains, reason, refusedById });
  }

  @Authorized('operator')
  @Mutation(() => Int, {
    description:
      'Takes domains off the list: what they kept away comes back by itself within 2 seconds. The number of those that were on it. Errors: VALIDATION_FAILED.',
  })
  allowDomains(
    @Ctx() ctx: Context,
    @Arg('kind', () => RefusedDomainKindEnum, kindOption) kind: RefusedDomainKind,
    @Arg('domains', () => [String], domainsOption) domains: string[],
  ) {
    return allowDomains(ctx, { kind, domains });
  }
}
