import { getAccount } from '../../../sidecar/ledger/requests/get-account';
import type { RequestHeader, RequestType } from '../../../sidecar/ledger/request';
import { transactionMessage } from '../../../sidecar/ledger/signature';
import type { TransactionHeader, TransactionType } from '../../../sidecar/ledger/transaction';
import { keys, type TestLedger } from './support';

export const alice = { node: 1, user: 1 };

/** Alice's requests to a ledger, and its clock. */
export function aliceAt({ run, clock, ledger }: TestLedger) {
  function read<Body extends RequestHeader, Response extends object>(
    type: RequestType<Body, Response>,
    body: Omit<Body, 'sender'>,
  ): Response | number {
    // The sender is the one member that was left out.
    const whole = { ...body, sender: alice } as unknown as Body;
    const data = type.encode(whole);
    const { code, payload } = run({ data, signature: keys[1]!.sign(data) });
    return code === 0 ? type.decodeResponse(whole, payload) : code;
  }

  function readAccount(target = alice) {
    return read(getAccount, { target, time: clock.seconds });
  }

  function send<Body extends TransactionHeader>(
    type: TransactionType<Body>,
    body: Omit<Body, keyof TransactionHeader>,
  ) {
    const found = readAccount();
    if (typeof found === 'number') throw new Error(`refused with ${found}`);
    const { hash, messageId } = found.account;
    const header = { sender: alice, messageId, time: clock.seconds };
    const data = type.encode({ ...body, ...header } as unknown as Body);
    const signed = data.subarray(0, data.length - (type.unsignedBlock?.size ?? 0));
    const { code, payload } = run({
      data,
      signature: keys[1]!.sign(transactionMessage(hash, signed)),
    });
    return code === 0 ? type.decodeReceipt(payload) : code;
  }

  function pass(seconds: number): void {
    clock.seconds += seconds;
    ledger.tick();
  }

  return { read, readAccount, send, pass, clock };
}
