import { formatAmount } from '../../amount';
import type { ServiceContext } from '../../api/context';
import type { Peer, PeerFigures } from '../../peers/directory/peer';
import { findObstacle } from '../../peers/directory/peer-word.service';
import type { PeerImport } from '../../peers/import/peer-import.store';
import {
  formatFigures,
  getReach,
  listPeerFigures,
  noFigures,
} from '../../peers/directory/peer.service';

/** Peers as `--json` prints each in a list. */
export async function toPeerRows(services: ServiceContext, peers: readonly Peer[]) {
  const figures = await listPeerFigures(
    services,
    peers.map(({ address }) => address),
  );
  return peers.map((peer) => toPeerRow(peer, figures.get(peer.address) ?? noFigures));
}

function toPeerRow({ address, state, url, oursThere, theirsHere }: Peer, figures: PeerFigures) {
  return { ...{ address, state, url, oursThere, theirsHere }, ...formatFigures(figures) };
}

/** All that is known of a peer, as `--json` prints it. */
export async function toPeerJson(services: ServiceContext, peer: Peer) {
  const figures = await listPeerFigures(services, [peer.address]);
  const { info, nextInfo, dailyLimit } = peer;
  const toInfo = ({ joiningFee, ...rest }: Peer['info']) => ({
    ...rest,
    joiningFee: formatAmount(joiningFee),
  });
  return {
    ...toPeerRow(peer, figures.get(peer.address) ?? noFigures),
    reach: getReach(services, peer),
    stopReason: peer.stopReason,
    isHeld: peer.isHeld,
    awaitsPayment: peer.awaitsPayment,
    dailyLimit: dailyLimit === null ? null : formatAmount(dailyLimit),
    creativeTypes: peer.creativeTypes,
    info: toInfo(info),
    nextInfo: nextInfo && { info: toInfo(nextInfo.info), takenAt: nextInfo.takenAt },
    foundAt: peer.foundAt,
    broadcastAt: peer.broadcastAt,
    ourBroadcastAt: await services.readLastBroadcast(),
    answeredAt: peer.answeredAt,
    askedAt: peer.askedAt,
    failures: peer.failures,
    problem: peer.problem,
    obstacle: await findObstacle(services, peer),
    nextTryAt: peer.nextTryAt,
    clocks: peer.clocks,
    states: peer.states,
    import: await readImport(services, peer.address),
  };
}

/** The last import, and what has come of the bytes; null: it was never asked. */
async function readImport(services: ServiceContext, address: string) {
  const last = await services.peerImports.find(address);
  if (last === null) return null;
  return {
    ...toImportJson(last),
    notForSale: await services.peerCreatives.countNotForSale(address),
  };
}

const toImportJson = ({
  broadcastAt: _broadcastAt,
  reserved: _reserved,
  reservedBytes: _reservedBytes,
  wanted: _wanted,
  wantedBytes: _wantedBytes,
  ...json
}: PeerImport) => json;

type PeerJson = Awaited<ReturnType<typeof toPeerJson>>;

/** A peer for people, a line for each thing that they are to know, and for programs. */
export function printPeer(json: PeerJson) {
  const { address, state, reach, url, info, oursThere, theirsHere, ...peer } = json;
  const { problem, obstacle, clocks, nextInfo, stopReason, isHeld, awaitsPayment } = peer;
  const { broadcastAt, ourBroadcastAt, import: imported } = peer;
  const timeOf = (time: Date | null) => time?.toISOString() ?? 'none';
  const word = `${state}${stopReason === null ? '' : ` (${stopReason})`}`;
  const yesOrNo = (isSo: boolean) => (isSo ? 'yes' : 'no');
  const lines = [
    `${address} is ${word}${isHeld ? ', and what it has earned waits' : ''}`,
    `  ${url}: ${info.name} ${info.version}, ${reach}`,
    `  our campaigns there: ${yesOrNo(oursThere)}, its campaigns here: ${yesOrNo(theirsHere)}`,
    awaitsPayment ? '  its campaigns wait for its first payment: 5,000 views are unpaid' : null,
    `  last broadcasts: its ${timeOf(broadcastAt)}, ours ${timeOf(ourBroadcastAt)}`,
    problem === null ? null : `  problem: ${problem}`,
    obstacle === null ? null : `  cannot be allowed: ${obstacle}`,
    ...(imported === null ? [] : linesOfImport(imported)),
    nextInfo === null
      ? null
      : `  from ${nextInfo.takenAt.toISOString()} on it is at ${nextInfo.info.serverUrl}`,
    clocks === null
      ? null
      : `  its clock said ${clocks.theirs.toISOString()} when ours said ${clocks.ours.toISOString()}`,
  ];
  return { text: lines.filter((line) => line !== null).join('\n'), json };
}

type ImportJson = NonNullable<PeerJson['import']>;

function linesOfImport(json: ImportJson): readonly (string | null)[] {
  const { campaigns, creatives, importedAt, askedAt, nextAt, notForSale } = json;
  const next = nextAt === null ? 'after its next broadcast' : nextAt.toISOString();
  const taken = importedAt === null ? 'never yet' : importedAt.toISOString();
  const waiting = notForSale.map(
    ({ status, problem, count }) =>
      `${problem ?? (status === 'draft' ? 'not looked at' : status)} ${count}`,
  );
  return [
    `  its list: ${campaigns} campaigns with ${creatives} creatives, taken ${taken}, asked for ${askedAt.toISOString()}, next ${next}`,
    ...troublesOf(json).map((line) => line && `  ${line}`),
    waiting.length === 0 ? null : `    creatives that are not for sale: ${waiting.join(', ')}`,
  ];
}

/** The outcome of an import. */
export function printImport(outcome: PeerImport) {
  const json = toImportJson(outcome);
  const lines = [
    `${json.campaigns} campaigns with ${json.creatives} creatives of ${json.peer} are here`,
    ...troublesOf(json),
  ];
  return { text: lines.filter((line) => line !== null).join('\n'), json };
}

function troublesOf({
  problem,
  isShrunken,
  leftOut,
}: Pick<PeerImport, 'problem' | 'isShrunken' | 'leftOut'>): readonly (string | null)[] {
  const reasons = Object.entries(leftOut).map(([reason, count]) => `${reason} ${count}`);
  return [
    problem === null ? null : `  problem: ${problem}`,
    isShrunken ? '  it lists so few that the next list is waited for' : null,
    reasons.length === 0 ? null : `  left out: ${reasons.join(', ')}`,
  ];
}
