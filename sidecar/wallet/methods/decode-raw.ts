import { parseHex, parseHexOf } from '../../ledger/hex';
import { formatTransaction } from '../../ledger/format-transaction';
import { readFields } from '../../node/methods/read-fields';
import { readParams } from '../../rpc/params';
import type { WalletMethod } from './method';
import { commonParams } from './read-members';

const signatureBytes = 64;

/** Says in words what a prepared transaction does; opens no connection. */
export const decodeRawMethod: WalletMethod = {
  name: 'decode_raw',
  create: () => (params) => {
    const given = readParams(params, {
      required: { data: 'string' },
      optional: { ...commonParams, signature: 'string' },
    });
    const { signature } = readFields({
      signature: () =>
        given.signature === undefined
          ? new Uint8Array(signatureBytes)
          : parseHexOf(signatureBytes, given.signature),
    });
    const { data } = readFields({ data: () => formatTransaction(parseHex(given.data), signature) });
    return Promise.resolve(data);
  },
};
