import { type Amount, formatAmount } from '../../amount';
import type { Config } from '../../config';
import { earningsOf } from '../../money/books/book';
import type { MoneyMembers } from '../../money/money.members';
import { type PeerMode, silentAfterMs } from '../../peers/directory/peer';
import { peerAccountIdOf } from '../../peers/directory/peer-account.service';
import { ownInfoUrl } from '../../peers/discovery/own-info.service';
import { readPeerInfo } from '../../peers/discovery/peer-info';
import { whyUntold } from '../../peers/discovery/own-url';
import type { PeersMembers } from '../../peers/peers.members';
import { type Finding, ok, problem, warning } from '../../platform/findings/finding';

const check = 'other servers';
const timeoutMs = 5_000;
const peersAtOnce = 500;

/** The coins that other servers have earned here and that no payment has taken yet, 10^-11. */
export async function sumOwedToPeers({
  peers,
  books,
}: Pick<PeersMembers, 'peers'> & Pick<MoneyMembers, 'books'>): Promise<Amount> {
  let owed = 0n;
  for (let afterId: string | null = null; ; ) {
    const page = await peers.listAll({ state: null }, { first: peersAtOnce, afterId });
    const theirs = page.map(({ address }) => earningsOf(peerAccountIdOf(address)));
    for (const balance of (await books.balancesOf(theirs)).values())
      if (balance > 0n) owed += balance;
    const last = page.at(-1);
    if (!last || page.length < peersAtOnce) return owed;
    afterId = last.address;
  }
}

/** Looks whether other servers of the network can find this one, and read what it says of itself. */
export async function checkPeers(
  { publicUrl, ledgerAddress, allowsLoopbackPeers }: Config,
  {
    mode,
    beginsOff,
    pausedAt,
    broadcastAt,
    owed,
    now,
  }: {
    readonly mode: PeerMode;
    readonly beginsOff: boolean;
    /** Since when an operator has paused them; null: no operator has. */
    readonly pausedAt: Date | null;
    /** When the block began that has the last broadcast; null: none has. */
    readonly broadcastAt: Date | null;
    /** Earnings of other servers that are not paid, 10^-11 coins. */
    readonly owed: Amount;
    readonly now: Date;
  },
): Promise<Finding> {
  if (mode === 'off' && owed > 0n)
    return warning(
      check,
      `they are owed ${formatAmount(owed)} coins, and are not paid while ADGATE_PEERS is off`,
      'ADGATE_PEERS=approve, and adgate peer deny <address> for each that is to show nothing more',
    );
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
