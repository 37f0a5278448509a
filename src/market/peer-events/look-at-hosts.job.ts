import type { Job } from '../../platform/jobs/job';
import { someAtOnce } from '../../turns';
import { domainsOf } from '../serving/known-supply';
import { sellersOf } from '../../supply/sites/ads-txt';
import { readAdsTxt } from '../../supply/sites/read-ads-txt';
import type { WantedHost } from './host-look.store';
import type { HostLookContext } from './peer-event.context';

const atOnce = 4;
const ofRun = 40;
/** Of a host and a server. */
const mostSellers = 5_000;
/** The host, and the domains above it. */
const mostDomains = 3;

/** Reads the `ads.txt` of hosts that other servers tell and that a campaign asks for by name. */
export const lookAtHosts: Job<HostLookContext> = {
  name: 'look-at-hosts',
  everySeconds: 5,

  async run(ctx, signal) {
    if (ctx.peerMode === 'off' || ctx.config.peerAdsTxt === 'none') return;
    await someAtOnce(await ctx.hostLooks.listWanted(ctx.now(), ofRun), atOnce, async (one) => {
      signal.throwIfAborted();
      await lookAt(ctx, one);
    });
  },
};

/** @see IAB ads.txt 1.1 §3.1: a domain without the file has that of the domain above it */
async function lookAt(ctx: HostLookContext, of: WantedHost): Promise<void> {
  const at = ctx.now();
  const problems: string[] = [];
  for (const domain of domainsFrom(of.host)) {
    const { text, problem } = await readAdsTxt(ctx, domain);
    if (text !== null) {
      const sellers = sellersOf(text, of.domain).slice(0, mostSellers);
      const accounts = (some: typeof sellers) => some.map(({ account }) => account);
      const direct = accounts(sellers.filter(({ isDirect }) => isDirect));
      await ctx.hostLooks.note(of, at, { direct, all: accounts(sellers) });
      return;
    }
    problems.push(problem ?? 'no text');
  }
  await ctx.hostLooks.noteFailure(of, at);
  ctx.log.info({ host: of.host, problems }, 'the ads.txt of a host cannot be read');
}

/** A domain above all others is nobody's. */
const domainsFrom = (host: string): readonly string[] =>
  domainsOf(host)
    .filter((domain) => domain.includes('.'))
    .slice(0, mostDomains);
