import { Arg, Ctx, Field, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { BidRequest } from './bid-request';
import { BidRequestInput } from './bid-request.input';
import { BidResponseType } from './bid-response.type';
import { type Asker, requestBids } from './serving.service';
import type { Viewer, WithViewer } from '../../identity/access/viewer';
import { registerVisitor } from '../../supply/visitors/visitor.service';
import type { ServingContext } from './serving.context';
import type { WithRequest } from '../../request-facts';

type Context = ServingContext & WithRequest & WithViewer;

@ObjectType('RegisteredVisitor', {
  description: 'The visitor that a page impression now belongs to.',
})
export class RegisteredVisitorType {
  @Field(() => String, {
    nullable: true,
    description:
      'Tracking id, 30 characters base64url, to be kept as the cookie `tid`; null for who asks not to be tracked (`Sec-GPC: 1`).',
  })
  trackingId!: string | null;
}

@Resolver()
export class ServingResolver {
  @Mutation(() => BidResponseType, {
    description:
      'Chooses a creative for each placement of a page. Sites, placements and, if the server allows it, publishers are made on first sight. Errors: VALIDATION_FAILED with every bad field, TOO_MANY_REQUESTS when one address makes too many new sites or placements.',
  })
  requestBids(
    @Ctx() ctx: Context,
    @Arg('bidRequest', () => BidRequestInput, {
      description: 'The placements, the page and the visitor.',
    })
    bidRequest: BidRequest,
    @Arg('explain', () => Boolean, {
      defaultValue: false,
      description:
        'True: `nonBids` says why placements stayed empty. Has an effect for operators, and for publishers of their own placements.',
    })
    explain: boolean,
  ) {
    return requestBids(ctx, bidRequest, { explainTo: explain ? askerOf(ctx.viewer) : null });
  }

  @Mutation(() => RegisteredVisitorType, {
    description:
      'Ties a page impression to a visitor, so that the same visitor sees creatives rotate. Errors: VALIDATION_FAILED.',
  })
  registerVisitor(
    @Ctx() ctx: Context,
    @Arg('requestId', () => String, {
      description:
        'The id that the bid request of this page impression will carry; 1 to 255 characters.',
    })
    requestId: string,
    @Arg('seed', () => String, {
      nullable: true,
      description:
        'The page’s own name for the visitor, e.g. an internal user id or a wallet address; at most 255 characters.',
    })
    seed: string | null = null,
  ) {
    return registerVisitor(ctx, { requestId, seed });
  }
}

function askerOf(viewer: Viewer | null): Asker | null {
  if (!viewer) return null;
  const { account, credential } = viewer;
  if (account.roles.includes('operator')) return { isOperator: true };
  const maySeeSites =
    account.roles.includes('publisher') &&
    (credential.kind !== 'accessToken' || credential.scopes.includes('site.read'));
  return maySeeSites ? { publisherId: account.id } : null;
}
