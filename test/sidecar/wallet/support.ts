import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { formatAccountAddress, parseAccountAddress } from '../../../sidecar/ledger/address';
import { parseSecret } from '../../../sidecar/ledger/signing';
import type { AllowedNode } from '../../../sidecar/node/allowed-nodes';
import { createWallet, walletLimits, type WalletDeps } from '../../../sidecar/wallet/wallet';
import { quickLimits } from '../support';

/** An account of the recordings, with a key made for tests. */
export const testAccount = {
  address: '0001-00000002-BB2D',
  secret: '5BF11F5D0130EC994F04B6C5321566A853B7393C33F12E162A6D765ADCCCB45C',
} as const;

/** The outcome of one call: a Response object without `jsonrpc` and `id`. */
export interface CallOutcome {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A wallet that listens, and its clients. */
export interface RunningWallet {
  readonly url: string;
  readonly unexpected: readonly unknown[];
  call(method: string, params?: object): Promise<CallOutcome>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts the real wallet; a resolver that is not given must not be asked. */
export async function startWallet(
  nodes: readonly AllowedNode[],
  {
    address = testAccount.address,
    secret = testAccount.secret,
    ...deps
  }: Partial<WalletDeps> & { readonly address?: string; readonly secret?: string } = {},
): Promise<RunningWallet> {
  const unexpected: unknown[] = [];
  const server = createWallet({
    account: { address: parseAccountAddress(address), key: parseSecret(secret) },
    nodes,
    now: () => Date.parse('2026-11-21T05:01:00Z'),
    resolveHost: (host) => Promise.reject(new Error(`${host} must not be resolved`)),
    limits: { ...quickLimits, maxFrameBytes: walletLimits.maxFrameBytes },
    isReady: () => true,
    onUnexpectedError: (error) => unexpected.push(error),
    ...deps,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    unexpected,
    async call(method, params) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      const { jsonrpc, id, ...outcome } = (await response.json()) as Record<string, unknown>;
      if (jsonrpc !== '2.0' || id !== 1) throw new Error('an answer to another request');
      return outcome;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Puts the checksum into an address that was recorded without one. */
export function withChecksum(address: string): string {
  const found = /^([0-9A-F]{4})-([0-9A-F]{8})-XXXX$/.exec(address);
  if (!found) return address;
  return formatAccountAddress({
    node: Number.parseInt(found[1]!, 16),
    user: Number.parseInt(found[2]!, 16),
  });
}
