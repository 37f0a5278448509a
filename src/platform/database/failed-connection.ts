import { isRecord } from '../../record';

/**
 * Tells the operator which part of the URI keeps the driver from a server that answers. Null where no server answers,
 * or the error is another.
 */
export function describeWrongUri(error: unknown): string | null {
  const reason = isRecord(error) ? error.reason : null;
  if (!isRecord(reason) || !(reason.servers instanceof Map)) return null;
  const servers: readonly unknown[] = [...reason.servers.values()];
  if (isOtherReplicaSet(reason, servers))
    return `no server there is of the replica set ${String(reason.setName)}: correct replicaSet= in the URI or leave it out`;
  for (const { message, code } of servers.map(failureOf)) {
    // The server has shown a certificate that is not trusted.
    if (/^CERT_|_CERT|_CERTIFICATE|_LEAF_SIGNATURE|ALTNAME/.test(code))
      return `the server's certificate is not accepted (${code}): give tlsCAFile= in the URI, or correct the host name`;
    if (/before secure TLS|SSL routines/.test(message))
      return 'the server answers, but not to TLS as the URI asks for it: correct tls= and the tls… options in the URI';
    if (/^connection .* closed$/.test(message))
      return 'the server closes the connection at once: where it asks for TLS, add tls=true to the URI';
  }
  return null;
}

/** Servers of another set, or of none, are dropped from the description as soon as they say so. */
function isOtherReplicaSet(
  { setName, type }: Readonly<Record<string, unknown>>,
  servers: readonly unknown[],
): boolean {
  if (setName == null) return false;
  if (servers.length === 0) return true;
  // By a direct connection the server stays, but counts as unknown, without an error of the network.
  const isUnknown = (server: unknown) =>
    isRecord(server) && server.type === 'Unknown' && !server.error;
  return type === 'Single' && servers.every(isUnknown);
}

/** Why a server was not reached: the driver's message, and the code of what is behind it; empty where it was. */
function failureOf(server: unknown): { readonly message: string; readonly code: string } {
  const failure = isRecord(server) && isRecord(server.error) ? server.error : {};
  const cause = isRecord(failure.cause) ? failure.cause : {};
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return { message: textOf(failure.message), code: textOf(cause.code) };
}
