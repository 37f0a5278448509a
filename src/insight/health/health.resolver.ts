import { Authorized, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../context';
import { readGatewayHealth } from './health.service';
import { GatewayHealthType } from './health.type';

@Resolver()
export class HealthResolver {
  @Authorized('operator')
  @Query(() => GatewayHealthType, {
    description: 'How the gateway that answers is, and what is wrong with it.',
  })
  gatewayHealth(@Ctx() ctx: RequestContext) {
    return readGatewayHealth(ctx);
  }
}
