import { Authorized, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../context';
import { readGatewayHealth } from './health.service';
import { GatewayHealthType } from './health.type';

@Resolver()
export class HealthResolver {
  @Authorized('operator')
  @Query(() => GatewayHealthType, {
    description: 'Health of the gateway that answers, and its problems.',
  })
  gatewayHealth(@Ctx() ctx: RequestContext) {
    return readGatewayHealth(ctx);
  }
}
