import type { Config } from '../../config';
import { type PeerMode, silentAfterMs } from '../../peers/directory/peer';
import { ownInfoUrl } from '../../peers/discovery/own-info.service';
import { readPeerInfo } from '../../peers/discovery/peer-info';
import { whyUntold } from '../../peers/discovery/own-url';
import { type Finding, ok, problem, warning } from '../../platform/findings/finding';

const check = 'other servers';
const timeoutMs = 5_000;

/** Looks whether other servers of the network can find this one, and read what it says of itself. */
export async function checkPeers(
  { publicUrl, ledgerAddress, allowsLoopbackPeers }: Config,
  {
    mode,
    beginsOff,
    pausedAt,
    broadcastAt,
    now,
  }: {
    readonly mode: PeerMode;
    readonly beginsOff: boolean;
    /** Since when an operator has paused them; null: no operator has. */
    readonly pausedAt: Date | null;
    /** When the block began that has the last broadcast; null: none has. */
    readonly broadcastAt: Date | null;
    readonly now: Date;
  },
): Promise<Finding> {
  if (mode === 'off')
    return beginsOff
      ? warning(check, 'left alone, as before there were peers', 'ADGATE_PEERS=approve, or off')
      : ok(check, 'this server has nothing to do with others');
  if (pausedAt !== null)
    return warning(
      check,
      `nothing goes on with them, nor is anybody told of this one, since ${pausedAt.toISOString()}`,
      'adgate peer resume',
    );
  const unfit =
    publicUrl === null
      ? 'they are told no address of this server'
      : whyUntold(publicUrl, { allowsLoopbackPeers });
  if (publicUrl === null || unfit !== null)
    return warning(check, unfit ?? '', 'ADGATE_PUBLIC_URL=https://exchange.example');
  const url = ownInfoUrl({ publicUrl });
  const told = readPeerInfo(await readAnswer(url), { allowsLoopback: allowsLoopbackPeers });
  if (told.address === ledgerAddress) return judgeBroadcast(url, broadcastAt, now);
  return problem(
    check,
    told.problem === null
      ? `${url} says to be ${told.address}`
      : `others cannot read what this server is at ${url}: ${told.problem}`,
    'let the public URL lead to a gateway of this server',
  );
}

function judgeBroadcast(url: string, broadcastAt: Date | null, now: Date): Finding {
  const remedy = 'run a gateway with the wallet (ADGATE_WALLET_URL), and look at its log';
  if (broadcastAt === null)
    return warning(
      check,
      `they can read ${url}, and no block has a broadcast that says so`,
      remedy,
    );
  const said = `the last broadcast is in the block of ${broadcastAt.toISOString()}`;
  return now.getTime() - broadcastAt.getTime() > silentAfterMs
    ? problem(check, `others take this server for silent: ${said}`, remedy)
    : ok(check, `they can read ${url}; ${said}`);
}

/** null: nothing that answers there is JSON. */
async function readAnswer(url: string): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    return await (await fetch(url, { redirect: 'error', signal })).json();
  } catch {
    return null;
  }
}
