import type { Conversion } from '../../demand/conversions/conversion.resource';
import { isLocalAddress, truncateIpAddress } from '../../ip-address';
import type { WithRequest } from '../../request-facts';
import type { AdEvent } from '../events/event';
import { classifyTraffic } from '../events/invalid-traffic';
import type { RecordedConversionContext } from './recorded-conversion.context';
import type { RecordedConversion } from './recorded-conversion';

/** How a recorded conversion was proven, as it keeps that. */
export type ConversionProof = Pick<RecordedConversion, 'evidence' | 'dailyLimit' | 'remoteAddress'>;

/**
 * Finds out how far the call of a conversion's link can be told from one that a publisher made for his own views. Calls on
 * one machine, as of a trial, count as if from elsewhere.
 *
 * @param views of the cases that convert
 */
export function proofOf(
  ctx: Pick<RecordedConversionContext, 'networkLists'> & WithRequest,
  { type, dailyLimit }: Pick<Conversion, 'type' | 'dailyLimit'>,
  views: readonly Pick<AdEvent, 'remoteAddress'>[],
): ConversionProof {
  if (type === 'advanced') return { evidence: 'signed', dailyLimit };
  const network = truncateIpAddress(ctx.request.remoteAddress);
  if (network === null) return { evidence: 'none', dailyLimit };
  if (isLocalAddress(network)) return { evidence: 'other_network', dailyLimit };
  const invalid = classifyTraffic(ctx.request, {
    findingOf: (address) => ctx.networkLists.findingOf(address),
    needsBrowser: true,
  });
  const isElsewhere =
    invalid === null && views.every(({ remoteAddress }) => isOther(remoteAddress, network));
  const evidence = isElsewhere ? 'other_network' : 'none';
  return { evidence, dailyLimit, remoteAddress: network };
}

/** One house has a network of either family, so networks of two families tell nothing. */
function isOther(known: string | null, network: string): boolean {
  if (known === null || known.includes(':') !== network.includes(':')) return false;
  return known !== network;
}
