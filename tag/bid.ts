/** The answer of a find for one placement. @see docs/interface.md "Creative (supply answer)" */
export interface Bid {
  readonly id: string;
  readonly creativeId: string;
  readonly placementId: string;
  readonly publisherId: string;
  readonly demandServer: string;
  readonly supplyServer: string;
  readonly type: 'image' | 'video' | 'html' | 'direct';
  readonly mime: string;
  readonly scope: string;
  readonly hash: string;
  /** The advertiser’s text for who does not see the ad. */
  readonly alt: string | null;
  readonly serveUrl: string;
  readonly viewUrl: string;
  readonly clickUrl: string;
  readonly rpm: number;
  /** Seconds within which a view is paid. */
  readonly exp: number;
  /** URLs of third parties to call once the view is stored. */
  readonly pixels?: readonly string[];
  /** Of another server’s creative: the case of its view and click. */
  readonly caseId?: string;
}

/** Says that a creative is another server's, which pays for it. */
export const isForeign = ({ demandServer, supplyServer }: Bid): boolean =>
  demandServer !== supplyServer;

/** Why an ad is not shown. */
export interface Failure extends Error {
  readonly reason: 'tampered' | 'blocked' | 'left' | 'network';
}

export const failure = (reason: Failure['reason'], message: string): Failure =>
  Object.assign(new Error(message), { reason });

/** `hex` digits of chance. `crypto.randomUUID` is there for pages by https only. */
export function randomHex(bytes: number): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The token of the offer, by which the server knows it again. */
export const tokenOf = ({ viewUrl }: Bid): string | null => new URL(viewUrl).searchParams.get('e');
