import { assertNoProblems, invalid } from '../../errors';
import { createId } from '../../id';
import type { PlatformMembers } from '../../platform/platform.members';
import type { MarketMembers } from '../market.members';
import type { NetworkList, NetworkListKind } from './network-list';
import { NetworkSetBuilder } from './network-set-builder';

interface NetworkListContext
  extends Pick<PlatformMembers, 'randomBytes' | 'now'>,
    Pick<MarketMembers, 'networkListStore'> {}

export interface ImportNetworksParams {
  readonly kind: NetworkListKind;
  /** Name of the file. */
  readonly source: string;
  /** One network or address a line; what stands behind a blank, a comma, `#` or `;` is a comment. */
  readonly lines: AsyncIterable<string>;
}

const mostProblems = 20;

/**
 * Puts a list of networks in force, in the place of the one of its kind. Gateways take it up within 2 seconds. Its memory is that of
 * the numbers, however many lines there are.
 *
 * @throws {AppError} `VALIDATION_FAILED` naming the first lines that are no networks; nothing is stored then.
 */
export async function importNetworks(
  ctx: NetworkListContext,
  { kind, source, lines }: ImportNetworksParams,
): Promise<NetworkList> {
  const builder = new NetworkSetBuilder();
  const problems: Record<string, string[]> = {};
  let found = 0;
  let at = 0;
  for await (const line of lines) {
    at += 1;
    const network = /^[^\s,#;]*/.exec(line.trimStart())?.[0] ?? '';
    if (network === '') continue;
    try {
      builder.add(network);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      found += 1;
      if (found <= mostProblems) problems[`line ${at}:`] = [error.message];
    }
  }
  if (found > mostProblems) problems['and'] = [`${found - mostProblems} lines more`];
  assertNoProblems(problems);
  const networks = builder.build();
  if (networks.size === 0) throw invalid({ file: ['has no networks'] });
  const list = { kind, source, version: createId(ctx) };
  return ctx.networkListStore.replace(list, networks, () => ctx.now());
}

export async function listNetworkLists(ctx: NetworkListContext): Promise<readonly NetworkList[]> {
  const found = await ctx.networkListStore.list();
  return found.map(({ version, ...list }) => list);
}

/** Takes a list out of force: for data centres and proxies the built-in one is in force again. False where there was none. */
export function removeNetworkList(
  ctx: NetworkListContext,
  { kind }: Pick<NetworkList, 'kind'>,
): Promise<boolean> {
  return ctx.networkListStore.remove(kind, ctx.now());
}
