import { hexMember } from '../../ledger/members';
import { formatHex } from '../../ledger/hex';
import { getVipKeys } from '../../ledger/requests/get-vip-keys';
import { listText } from '../../ledger/text';
import { defineReadMethod } from './read-method';

/** Reads the keys of the voting nodes by their common hash. */
export const getVipKeysMethod = defineReadMethod({
  type: getVipKeys,
  members: { viphash: hexMember(32) },
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
