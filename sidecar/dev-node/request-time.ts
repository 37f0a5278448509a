import { LedgerDataError } from '../ledger/errors';
import { requestTypes } from '../ledger/requests/index';
import { typeByteOf } from './request-type';

const timeOffset = 11;

/**
 * The time that a request declares, in Unix seconds. For a log it is the time from which entries are wanted:
 * the node checks it in the same way.
 */
export function timeOf(data: Uint8Array): number {
  const read = requestTypes.get(typeByteOf(data));
  if (!read) {
    return new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(timeOffset, true);
  }
  const body = read.decode(data);
  if ('time' in body && typeof body.time === 'number') return body.time;
  if ('from' in body && typeof body.from === 'number') return body.from;
  throw new LedgerDataError(`${read.method} has no time`);
}
