import { LedgerDataError } from '../ledger/errors';
import { requestTypes } from '../ledger/requests/index';

const timeOffset = 11;

/**
 * The Unix seconds that a request claims to be made at; of a log it is where the log is wanted from,
 * which the node checks alike.
 */
export function timeOf(data: Uint8Array): number {
  const read = requestTypes.get(data[0]!);
  if (!read) {
    return new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(timeOffset, true);
  }
  const body = read.decode(data);
  if ('time' in body && typeof body.time === 'number') return body.time;
  if ('from' in body && typeof body.from === 'number') return body.from;
  throw new LedgerDataError(`${read.method} has no time`);
}
