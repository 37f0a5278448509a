import { describe, expect, it } from '@jest/globals';
import { parseAccountAddress } from '../../../sidecar/ledger/address';
import { LedgerDataError } from '../../../sidecar/ledger/errors';
import { parseTransactionName } from '../../../sidecar/ledger/identifiers';
import {
  detailsMessage,
  formatPeerTime,
  requestMessage,
} from '../../../sidecar/ledger/peer-signature';
import { parseSecret } from '../../../sidecar/ledger/signing';

/** An account of a made server, and what a server of the network signs for it. @see docs/peers.md §5 */
const supply = parseSecret('f30dfe1cfb6de6d1c962dd71424767e4d1ad2b2b5c548c7ccecb16b6897f4dff');
const unixSeconds = 1_770_638_400;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('words to peers', () => {
  it('sign a request by nonce and seconds', () => {
    const nonce = Uint8Array.from({ length: 32 }, (_, byte) => byte);
    expect(hex(supply.sign(requestMessage(nonce, unixSeconds)))).toBe(
      '3eea5c8ba34eacd25d87ec1694672bc085145cfb12d1aecf1d3f8d20a6ccf6be' +
        '48181159689d6c1b03a3b357a64ca6e7a25ea9ba2c39c4c42efbfeb477018c0b',
    );
  });

  it('sign a question for details by a digest in hex', () => {
    const account = parseAccountAddress('0001-00000005-CBCA');
    const transaction = parseTransactionName('0001:00000085:0001');
    const message = detailsMessage(transaction, { account, unixSeconds });
    expect(Buffer.from(message).toString()).toBe('4b599e8c762ddcdab09ff302ddaec1d52236b083');
    expect(hex(supply.sign(message))).toBe(
      'bb183016b1cfc4761463b491c0f1443c64f4fbe400379ef5469ca282d646878b' +
        '2167333539ece586714251831ee6aaeee7e7db355428c4c0372153e36c9afd03',
    );
  });

  it('tell a time with its offset', () => {
    expect(formatPeerTime(unixSeconds)).toBe('2026-02-09T12:00:00+00:00');
  });

  it.each([-1, 1.5, 2 ** 32])('tell no time that the ledger cannot have: %p', (time) => {
    expect(() => formatPeerTime(time)).toThrow(LedgerDataError);
  });
});
