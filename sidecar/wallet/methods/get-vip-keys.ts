import { formatHex } from '../../ledger/hex';
import { getVipKeys } from '../../ledger/requests/get-vip-keys';
import { listText } from '../../ledger/transaction-text';
import { parseHexOf } from '../../methods/read-fields';
import { defineReadMethod } from './read-method';

/** Reads the keys of the voting nodes by their common hash. */
export const getVipKeysMethod = defineReadMethod({
  name: getVipKeys.method,
  type: getVipKeys,
  required: { viphash: 'string' },
  optional: {},
  readers: (given) => ({ viphash: () => parseHexOf(32, given.viphash) }),
  body: (moment, { viphash: vipHash }) => ({ ...moment, vipHash }),
  print: ({ body, response }) => ({
    viphash: formatHex(body.vipHash),
    vipkeys: listText(
      response.vipKeys.map(({ node, publicKey }) => ({
        server_id: String(node),
        public_key: formatHex(publicKey),
      })),
    ),
  }),
});
