/** A network as the server keeps it, without the part that tells who: 24 bits of IPv4, 48 of IPv6. */
export const writeNetwork = (network: string): string =>
  network.includes(':') ? `${network}/48` : network.replace(/\.0$/, '.*');
