import { Authorized, Ctx, Query, Resolver } from 'type-graphql';
import { readGatewayHealth } from './health.service';
import { GatewayHealthType } from './health.type';
import type { HealthContext } from './health.context';

@Resolver()
export class HealthResolver {
  @Authorized('operator')
  @Query(() => GatewayHealthType, {
    description: 'Health of the gateway that answers, and its problems.',
  })
  gatewayHealth(@Ctx() ctx: HealthContext) {
    return readGatewayHealth(ctx);
  }
}
