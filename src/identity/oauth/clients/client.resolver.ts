import {
  Arg,
  Authorized,
  Ctx,
  Extensions,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { normaliseId } from '../../../id';
import { createLoader } from '../../../platform/graphql/loader';
import { requireViewer } from '../../access/access-rule';
import type { WithViewer } from '../../access/viewer';
import { requireSecondFactor } from '../../accounts/second-factor/proved-session.service';
import type { Client } from './client';
import {
  createClient,
  deleteClient,
  listClients,
  listOwnerEmails,
  rotateClientSecret,
} from './client.service';
import { ClientType, CreatedClientType } from './client.type';
import type { OAuthContext } from '../oauth.context';

type Context = OAuthContext & WithViewer;

const loadOwnerEmails = createLoader(listOwnerEmails);
const idOption = { description: 'UUID with dashes, its `client_id`.' };

@Resolver(() => ClientType)
export class ClientResolver {
  @Authorized('operator')
  @Extensions({ listSize: 100 })
  @Query(() => [ClientType], {
    description: 'All OAuth clients, oldest first.',
  })
  allClients(@Ctx() ctx: OAuthContext) {
    return listClients(ctx);
  }

  @Authorized('operator')
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The email of the owner; null: the account has none.',
  })
  ownerEmail(@Ctx() ctx: OAuthContext, @Root() { ownerId }: Client) {
    return loadOwnerEmails(ctx, ownerId);
  }

  @Authorized('operator')
  @Mutation(() => CreatedClientType, {
    description:
      'Registers an OAuth client. Errors: FORBIDDEN without a code of the last 5 minutes for an account with a second factor, NOT_FOUND for an owner that is not there, VALIDATION_FAILED.',
  })
  async createClient(
    @Ctx() ctx: Context,
    @Arg('name', () => String, {
      description: 'The client’s name, as people see it who are asked for consent.',
    })
    name: string,
    @Arg('ownerId', () => ID, {
      description: 'The account that a client-credentials token acts for.',
    })
    ownerId: string,
    @Arg('scopes', () => [String], {
      description: 'Scopes that the client may ask for, at least one.',
    })
    scopes: readonly string[],
    @Arg('redirectUris', () => [String], {
      description: 'Where authorization codes may be sent, at most 20.',
    })
    redirectUris: readonly string[],
    @Arg('isPublic', () => Boolean, {
      defaultValue: false,
      description: 'For an app in a browser or on a phone: it has no secret and must use PKCE.',
    })
    isPublic: boolean,
  ) {
    const owner = normaliseId(ownerId);
    await requireSecondFactor(ctx, requireViewer(ctx));
    return createClient(ctx, { name, ownerId: owner, scopes, redirectUris, isPublic });
  }

  @Authorized('operator')
  @Mutation(() => String, {
    description:
      'Gives a client another secret, shown this once; the old one is worthless within 2 seconds. Errors: FORBIDDEN without a code of the last 5 minutes for an account with a second factor, NOT_FOUND, also for a public client.',
  })
  async rotateClientSecret(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    await requireSecondFactor(ctx, requireViewer(ctx));
    return rotateClientSecret(ctx, id);
  }

  @Authorized('operator')
  @Mutation(() => Boolean, {
    description:
      'Deletes a client; its tokens and codes are worthless within 2 seconds. Always true.',
  })
  async deleteClient(@Ctx() ctx: OAuthContext, @Arg('id', () => ID, idOption) id: string) {
    await deleteClient(ctx, id);
    return true;
  }
}
