import { Arg, Authorized, Ctx, Extensions, ID, Query, Resolver } from 'type-graphql';
import { serveUrlOf } from '../../demand/creatives/creative-content.service';
import { invalid } from '../../errors';
import { isUuid } from '../../id';
import { readPeerAccount } from '../../peer-account';
import { requireViewer } from '../../identity/access/access-rule';
import { PositiveIntScalar } from '../../platform/graphql/scalars';
import { mostOfAll } from '../../platform/lists/all';
import { defaultPageSize } from '../../platform/lists/page';
import { anyPeer } from '../selection/terms';
import type { CreativeDecision } from './site-creative';
import { listSiteCreatives } from './site-creative.service';
import { CreativeDecisionEnum, SiteCreativePageType } from './site-creative.type';
import type { SiteCreativeContext } from './site-creative.context';
import type { CreativeContext } from '../../demand/creatives/creative.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = SiteCreativeContext & CreativeContext & WithViewer;

@Resolver()
export class SiteCreativeResolver {
  @Authorized('site.read')
  // Hundreds are looked at and left out, however few are asked for.
  @Extensions({ readCost: 40, readsTogether: 8_000 })
  @Query(() => SiteCreativePageType, {
    description:
      'Creatives for one of the viewer’s sites, to be decided on by `decideOnCreatives`: those of its medium and vendor that are shown now and undecided, or those that were accepted or rejected. A page may have few, or none, though more follow: page on while `hasNextPage` says so. Errors: VALIDATION_FAILED for a cursor of another list, or a peer that is no account.',
  })
  async siteCreatives(
    @Ctx() ctx: Context,
    @Arg('siteId', () => ID, { description: 'Of the site, 32 hex digits, dashed or not.' })
    id: string,
    @Arg('decision', () => CreativeDecisionEnum, {
      defaultValue: 'undecided',
      description: 'Which of them.',
    })
    decision: CreativeDecision,
    @Arg('peer', () => String, {
      nullable: true,
      description:
        'Those of this server of the network, by its account on the ledger; `*`: of all others than this one. Default: this one’s, too.',
    })
    peer: string | null = null,
    @Arg('first', () => PositiveIntScalar, {
      nullable: true,
      description: `Most items; default ${defaultPageSize}, at most ${mostOfAll}: more is cut.`,
    })
    first: number | null = null,
    @Arg('after', () => String, {
      nullable: true,
      description: 'An `endCursor` of the same list: the page begins behind it.',
    })
    after: string | null = null,
  ): Promise<SiteCreativePageType> {
    if (after !== null && !isUuid(after)) throw invalid({ after: ['is no cursor of this list'] });
    const server = peer === anyPeer ? peer : readPeerAccount(peer);
    if (peer !== null && server === null)
      throw invalid({ peer: ['must be an account on the ledger, or *'] });
    const { account } = requireViewer(ctx);
    const { nodes, endCursor } = await listSiteCreatives(ctx, {
      ...{ publisherId: account.id, id, decision, peer: server, after },
      first: first ?? defaultPageSize,
    });
    return {
      nodes: nodes.map(({ serveUrl, ...creative }) => ({
        ...creative,
        url: serveUrl ?? serveUrlOf(ctx, creative),
      })),
      pageInfo: { hasNextPage: endCursor !== null, endCursor },
    };
  }
}
