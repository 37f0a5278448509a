import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { AccountResolver } from '../accounts/account.resolver';
import { PasswordResolver } from '../accounts/password.resolver';
import { RegistrationResolver } from '../accounts/registration.resolver';
import { BidStrategyResolver } from '../bid-strategies/bid-strategy.resolver';
import { CampaignResolver } from '../campaigns/campaign.resolver';
import { ClassificationResolver } from '../classifications/classification.resolver';
import { CreativeResolver } from '../creatives/creative.resolver';
import { EventResolver } from '../events/event.resolver';
import type { RequestContext } from '../context';
import { ConversionResolver } from '../conversions/conversion.resolver';
import { RecordedConversionResolver } from '../conversions/recorded-conversion.resolver';
import { BidRequestInput } from '../serving/bid-request.input';
import { AuthorizeResolver } from '../oauth/authorize.resolver';
import { PersonalTokenResolver } from '../oauth/personal-token.resolver';
import { TokenResolver } from '../oauth/token.resolver';
import { PlacementResolver } from '../placements/placement.resolver';
import { ServingResolver } from '../serving/serving.resolver';
import { SiteReviewResolver } from '../sites/site-review.resolver';
import { SiteResolver } from '../sites/site.resolver';
import { TaxonomyResolver } from '../taxonomy/taxonomy.resolver';
import { UploadResolver } from '../uploads/upload.resolver';
import { assertValid, findInputCheck } from '../validation';
import { noteAccessRules } from './access-rules';
import { checkAuthorization } from './auth-checker';

/** The whole schema; built once per process. */
export function createSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      AccountResolver,
      AuthorizeResolver,
      BidStrategyResolver,
      CampaignResolver,
      ConversionResolver,
      RecordedConversionResolver,
      PlacementResolver,
      SiteResolver,
      SiteReviewResolver,
      ClassificationResolver,
      CreativeResolver,
      EventResolver,
      PasswordResolver,
      RegistrationResolver,
      PersonalTokenResolver,
      ServingResolver,
      TaxonomyResolver,
      TokenResolver,
      UploadResolver,
    ],
    authChecker: checkAuthorization,
    validate: false,
    validateFn: (value: object | undefined, type: unknown, { context }) => {
      const check = typeof type === 'function' ? findInputCheck(type.name) : null;
      // Every operation runs in a request's context.
      if (check && value !== undefined) assertValid(check, value, context as RequestContext);
    },
  });
  noteAccessRules(schema);
  bindFind(schema);
  return schema;
}

/**
 * Calls the find's resolver with the coerced input as it is. type-graphql would copy it, member by member, into
 * instances of the input classes, which nobody needs and which takes as long as the selection itself.
 */
function bindFind(schema: GraphQLSchema): void {
  const field = schema.getMutationType()?.getFields()['requestBids'];
  const check = findInputCheck(BidRequestInput.name);
  if (!field || !check) throw new Error('the schema has no find');
  const resolver = new ServingResolver();
  field.resolve = (_root, args: RequestBidsArguments, ctx: RequestContext) => {
    if (!ctx.hasCheckedInputs) assertValid(check, args.bidRequest, ctx);
    return resolver.requestBids(ctx, args.bidRequest, args.explain);
  };
}

interface RequestBidsArguments {
  readonly bidRequest: BidRequestInput;
  readonly explain: boolean;
}
