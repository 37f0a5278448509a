import { requestTypes } from '../../../sidecar/ledger/requests/index';
import type { RequestType } from '../../../sidecar/ledger/request';
import { parseHex } from '../../../sidecar/ledger/hex';
import type { TransactionType } from '../../../sidecar/ledger/transaction';
import { transactionTypes } from '../../../sidecar/ledger/transactions/index';
import recorded from '../../vectors/ledger-sessions.json';

/** One line that the client read, and what it did for it. */
export interface RecordedSession {
  readonly name: string;
  readonly request: readonly (Readonly<Record<string, unknown>> | string)[];
  readonly flags: readonly string[];
  readonly secret?: string;
  readonly startedAt: number;
  readonly connections: readonly {
    readonly sent: readonly string[];
    readonly received: readonly string[];
  }[];
  readonly printed: readonly Readonly<Record<string, unknown>>[] | null;
}

/** Everything that was recorded between client and node. */
export const sessions = recorded.sessions as unknown as readonly RecordedSession[];

/** A request on the wire with the answer to it, both without their length words. */
export interface Exchange {
  readonly name: string;
  readonly secret: string | undefined;
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
  /** Error code of the answer; null where the node hung up. */
  readonly code: number | null;
  readonly payload: Uint8Array;
  readonly type:
    | ({ readonly kind: 'request' } & RequestType)
    | ({ readonly kind: 'transaction' } & TransactionType);
}

function toExchange(
  session: RecordedSession,
  { sent, received, index }: { sent: string; received: string | undefined; index: number },
): Exchange {
  const body = parseHex(sent).subarray(4);
  const request = requestTypes.get(body[0]!);
  const transaction = transactionTypes.get(body[0]!);
  const extra = session.name === 'extra_data' && transaction ? 4 : 0;
  const data = body.slice(0, body.length - 64 - extra);
  const answer = received === undefined ? null : Buffer.from(parseHex(received));
  return {
    name: `${session.name} #${index}`,
    secret: session.secret,
    data,
    signature: body.slice(data.length, data.length + 64),
    code: answer?.readUInt32LE(4) ?? null,
    payload: new Uint8Array(answer?.subarray(8) ?? []),
    type: request
      ? { kind: 'request', ...request }
      : { kind: 'transaction', ...transactionTypes.get(body[0]!)! },
  };
}

/** Every request of every session, in order. */
export const exchanges: readonly Exchange[] = sessions.flatMap((session) =>
  session.connections
    .flatMap(({ sent, received }) =>
      sent.map((text, index) => ({ sent: text, received: received[index] })),
    )
    .map((pair, index) => toExchange(session, { ...pair, index })),
);

/** Decodes a successful answer and encodes it again. */
export function answerAgain({ type, data, payload }: Exchange): Uint8Array {
  if (type.kind === 'transaction') {
    return type.encodeReceipt(type.decodeReceipt(payload));
  }
  const body = type.decode(data);
  return type.encodeResponse(body, type.decodeResponse(body, payload));
}
