import { isRecord } from '../../record';
import { readBoundedText } from '../egress/bounded-text';
import { traced } from '../process/tracing';
import { LedgerFailure, type LedgerFailureKind } from './ledger-failure';

/** Calls a method of a wallet or a relay. @throws {LedgerFailure} */
export type CallLedger = (
  method: string,
  params: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>;

export interface JsonRpcLimits {
  readonly timeoutMs: number;
  /** Longest answer; a log of 250,000 entries is some 150 MiB, one of a settlement's last hour far less. */
  readonly maxBytes: number;
}

/** Longer than wallet and relay themselves wait for the node, queue included. */
const usualLimits: JsonRpcLimits = { timeoutMs: 30_000, maxBytes: 64 * 2 ** 20 };

/** Errors that the sidecar has numbers for. @see docs/contract.md §8 */
const kinds: Readonly<Record<number, LedgerFailureKind>> = {
  [-32_000]: 'refused',
  [-32_010]: 'unreachable',
  [-32_011]: 'unknown',
  [-32_020]: 'busy',
};

/**
 * A client of one JSON-RPC 2.0 server. An answer that does not come in time, or not whole, is an `unknown` outcome:
 * what was asked for may have happened.
 *
 * @param url trusted: of the settings. Its answers lead nowhere else
 */
export function createJsonRpcClient(url: string, limits: JsonRpcLimits = usualLimits): CallLedger {
  let lastId = 0;
  const call: CallLedger = async (method, params) => {
    const id = (lastId += 1);
    const text = await post(url, JSON.stringify({ jsonrpc: '2.0', id, method, params }), limits);
    const answer = parse(text);
    if (!isRecord(answer) || answer['id'] !== id) throw malformed(`odd answer to ${method}`);
    if (answer['error'] !== undefined) throw toFailure(answer['error'], method);
    if (!isRecord(answer['result'])) throw malformed(`no result of ${method}`);
    return answer['result'];
  };
  return (method, params) =>
    traced(
      {
        name: `ledger ${method}`,
        kind: 'client',
        attributes: { 'rpc.system': 'jsonrpc', 'rpc.method': method },
      },
      () => call(method, params),
    );
}

async function post(url: string, body: string, limits: JsonRpcLimits): Promise<string> {
  const { timeoutMs, maxBytes } = limits;
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    const tooLong = () => malformed(`an answer of over ${maxBytes} bytes`);
    const text = await readBoundedText(response, { maxBytes, tooLong });
    if (response.ok) return text;
    throw new LedgerFailure('unknown', `it answers ${response.status}`, {});
  } catch (error) {
    if (error instanceof LedgerFailure) throw error;
    const isAway = isRefusedConnection(error);
    throw new LedgerFailure(
      isAway ? 'unreachable' : 'unknown',
      isAway ? 'nobody listens there' : 'no whole answer came in time',
      { cause: error },
    );
  }
}

function isRefusedConnection(error: unknown): boolean {
  const cause = isRecord(error) ? error['cause'] : null;
  return isRecord(cause) && cause['code'] === 'ECONNREFUSED';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function toFailure(error: unknown, method: string): LedgerFailure {
  const { code, message, data } = isRecord(error) ? error : {};
  const kind = kinds[Number(code)] ?? 'malformed';
  const number = isRecord(data) ? data['code'] : undefined;
  const ledgerCode = kind === 'refused' && Number.isInteger(number) ? Number(number) : null;
  return new LedgerFailure(kind, `${method}: ${String(message)}`, { ledgerCode });
}

export function malformed(message: string): LedgerFailure {
  return new LedgerFailure('malformed', message, {});
}
