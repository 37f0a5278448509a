import type { CreativeType } from '../creatives/creative.resource';

/** Largest upload of a type, in bytes, as it is sent (docs/reference-clients.md §6.3). */
export const maxUploadBytes: Readonly<Record<CreativeType, number>> = {
  image: 524_288,
  video: 1_048_576,
  html: 524_288,
  direct: 1_024,
  model: 1_048_576,
};

/** Bytes that may be served as they are, and what they are. */
export interface Content {
  readonly mime: string;
  /** `<width>x<height>`, `cube`, `pop-up` or `pop-under`. */
  readonly scope: string;
  readonly bytes: Buffer;
}

/** Facts read from the bytes; `scope` is null where the bytes do not tell it. */
export interface Inspected extends Omit<Content, 'scope'> {
  readonly scope: string | null;
}
