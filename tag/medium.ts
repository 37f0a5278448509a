import type { Bid } from './bid';
import { urlOf } from './script';

/** A creative's bytes on the page. */
export interface Medium {
  readonly element?: HTMLElement;
  /** A view counts only while it plays. */
  readonly video?: HTMLVideoElement;
  /** Whether the element takes the pointer itself, and the link above it only keys. */
  readonly takesPointer?: boolean;
  /** Gives back what it holds. */
  release(): void;
}

/** Where a creative is put, and what is told of it. */
export interface Stage {
  readonly bid: Bid;
  readonly bytes: ArrayBuffer;
  readonly caseId: string;
  readonly box: HTMLElement;
  readonly label: string;
  /** The visitor wants to see more. */
  onClick(): void;
  /** The document led its frame elsewhere. */
  onLeave(): void;
  /** A window was opened. */
  onOpen(): void;
}

/** Shows verified bytes; resolves when they are on the page, rejects when the browser or the page's policy refuses. */
export interface Show {
  show(stage: Stage): Promise<Medium> | Medium;
}

/** What shows creatives of types that few pages have is loaded with the first of them. */
export const loadShow = async (type: Bid['type']): Promise<Show> =>
  type === 'image' ? { show: showImage } : import(urlOf(type));

export const prefersStillness = (): boolean =>
  matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The address of bytes in memory, and how to forget it. */
export function blobUrl({ bid, bytes }: Stage): { readonly url: string; release(): void } {
  const url = URL.createObjectURL(new Blob([bytes], { type: bid.mime }));
  return { url, release: () => URL.revokeObjectURL(url) };
}

async function showImage(stage: Stage): Promise<Medium> {
  const image = new Image();
  const { url, release } = blobUrl(stage);
  image.alt = stage.label;
  image.src = url;
  const moves = /gif|webp/.test(stage.bid.mime) && prefersStillness();
  if (
    !moves &&
    (await image.decode().then(
      () => true,
      () => false,
    ))
  ) {
    stage.box.append(image);
    return { element: image, release };
  }
  release();
  // Drawn: its first picture, or because the page's policy has no blob:.
  const still: Show = await import(urlOf('still'));
  return still.show(stage);
}
