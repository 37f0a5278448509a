import { encode } from '../ledger/codec';
import { parseHex } from '../ledger/hex';
import { nodeEntry } from '../ledger/requests/get-block';
import { sha256 } from '../ledger/account-hash';
import { accountRecord } from '../ledger/account';
import type { Scene } from './scene';

const none = new Uint8Array(32);
const loopback = new Uint8Array([127, 0, 0, 1]);

/** The nodes as a closed block lists them: 128 bytes each, from node 0, which holds the network's seed. */
export function encodeNodeEntries(scene: Scene): Uint8Array {
  const { chain, head } = scene;
  const seed = encode(nodeEntry, {
    publicKey: none,
    accountsHash: none,
    messageHash: parseHex(head.networkSeed),
    messageId: 0,
    messageTime: head.firstBlock,
    balance: 0n,
    status: 0,
    accountCount: 0,
    port: 0,
    ipv4: new Uint8Array(4),
  });
  const entries = chain
    .listNodes()
    .map(({ id, publicKey, status }) => encodeEntry(scene, { id, publicKey, status }));
  return Buffer.concat([seed, ...entries]);
}

function encodeEntry(
  { store, chain, head }: Scene,
  node: { readonly id: number; readonly publicKey: Uint8Array; readonly status: number },
): Uint8Array {
  const accounts = store.listBlockAccounts(node.id);
  const isOwn = node.id === head.node;
  const last = isOwn ? chain.lastMessage() : null;
  return encode(nodeEntry, {
    publicKey: node.publicKey,
    accountsHash: sha256(...accounts.map((record) => encode(accountRecord, record))),
    messageHash: last?.hash ?? none,
    messageId: last?.id ?? 0,
    messageTime: last?.time ?? head.firstBlock,
    balance: accounts.reduce((total, { balance }) => total + balance, 0n),
    status: node.status,
    accountCount: accounts.length,
    port: 0,
    ipv4: isOwn ? loopback : new Uint8Array(4),
  });
}
