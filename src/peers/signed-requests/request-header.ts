import { isAccountAddress } from '../../../sidecar/ledger/address';
import type { SignedRequest } from '../../platform/ledger/request-signer';
import { parseTime } from '../../time';

/** The words of a request's header, read; nothing of it is proven. */
export interface RequestHeader {
  /** Upper-case, with its checksum. */
  readonly account: string;
  readonly nonce: Buffer;
  readonly created: Date;
  /** 64 bytes. */
  readonly signature: Buffer;
}

/** A longer header is none. */
const maxLength = 512;
const maxNonceBytes = 64;
const form = /^ADS account="([^"]*)", nonce="([^"]*)", created="([^"]*)", signature="([^"]*)"$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Writes the value of `Authorization`. @see docs/peers.md §2 */
export function formatRequestHeader(signed: SignedRequest): string {
  const { account, nonce, created, signature } = signed;
  return `ADS account="${account}", nonce="${nonce}", created="${created}", signature="${signature}"`;
}

/**
 * Reads the value of `Authorization`: four members in this order, one comma and one space between.
 *
 * @returns the header, or what is wrong with its form.
 * @see docs/peers.md §2
 */
export function parseRequestHeader(value: string | undefined): RequestHeader | string {
  if (value === undefined) return 'there is no Authorization header';
  const [, account, nonce, created, signature] =
    value.length <= maxLength ? (form.exec(value) ?? []) : [];
  if (account === undefined || nonce === undefined || created === undefined || !signature)
    return 'the Authorization header has not the form ADS account="…", nonce="…", created="…", signature="…"';
  if (!isAccountAddress(account)) return 'account is no address of an account';
  const nonceBytes = base64.test(nonce) ? Buffer.from(nonce, 'base64') : Buffer.alloc(0);
  if (nonceBytes.length === 0 || nonceBytes.length > maxNonceBytes)
    return `nonce is no Base64 of 1 to ${maxNonceBytes} bytes`;
  const time = parseTime(created);
  if (time === null) return 'created is no ISO 8601 time';
  if (!/^[0-9A-Fa-f]{128}$/.test(signature)) return 'signature has not 128 hex digits';
  return {
    account: account.toUpperCase(),
    nonce: nonceBytes,
    created: time,
    signature: Buffer.from(signature, 'hex'),
  };
}
