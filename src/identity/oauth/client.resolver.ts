import { Authorized, Ctx, Extensions, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../context';
import { listClients } from './client.service';
import { ClientType } from './client.type';

@Resolver(() => ClientType)
export class ClientResolver {
  @Authorized('operator')
  @Extensions({ listSize: 100 })
  @Query(() => [ClientType], {
    description: 'All OAuth clients, oldest first. Errors: UNAUTHENTICATED, FORBIDDEN.',
  })
  allClients(@Ctx() ctx: RequestContext) {
    return listClients(ctx);
  }
}
