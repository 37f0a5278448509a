import type { Bid } from './bid';

/** A creative's bytes on the page. */
export interface Medium {
  readonly element?: HTMLElement;
  /** A view counts only while it plays. */
  readonly video?: HTMLVideoElement;
  /** True where the element takes the pointer itself, and the link above it only keys. */
  readonly takesPointer?: boolean;
  /** Gives back what it holds. */
  readonly release: () => void;
}

/** Where a creative is put, and what is told of it. */
export interface Stage {
  readonly bid: Bid;
  readonly bytes: ArrayBuffer;
  readonly caseId: string;
  readonly box: HTMLElement;
  /** For who does not see it; unlike that of any other ad of the page. */
  readonly name: string;
  /** The visitor wants to see more. */
  readonly onClick: () => void;
  /** The document led its frame elsewhere. */
  readonly onLeave: () => void;
  /** A window was opened. */
  readonly onOpen: () => void;
}

/** Shows verified bytes; resolves when they are on the page, rejects when the browser or the page's policy refuses. */
export interface Show {
  readonly show: (stage: Stage) => Promise<Medium> | Medium;
}

export const prefersStillness = (): boolean =>
  matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The address of bytes in memory, and how to forget it. */
export function blobUrl({ bid, bytes }: Stage): {
  readonly url: string;
  readonly release: () => void;
} {
  const url = URL.createObjectURL(new Blob([bytes], { type: bid.mime }));
  return { url, release: () => URL.revokeObjectURL(url) };
}
