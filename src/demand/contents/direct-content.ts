import { isUtf8 } from 'node:buffer';
import { isHttpUrl } from '../../validation';
import type { Inspected } from './content';
import { refuseContent } from './refuse-content';

/**
 * Reads the link of a pop-up or pop-under; empty: the campaign's landing URL, once there is one.
 *
 * @throws {AppError} `VALIDATION_FAILED` for anything but an http(s) URL.
 */
export function inspectDirectLink(bytes: Buffer, scope: string | null): Inspected {
  const text = isUtf8(bytes) ? bytes.toString().trim() : null;
  if (text === null || (text !== '' && !isLink(text)))
    return refuseContent('content', 'must be an http(s) URL, or nothing for the landing URL');
  return { mime: 'text/plain', scope, bytes: Buffer.from(text) };
}

/** The bytes that are served of a link: with its scope as the fragment (docs/reference-clients.md §6.3). */
export function toDirectContent(link: string, scope: string): Buffer {
  return Buffer.from(`${link}#${scope}`);
}

const isLink = (text: string): boolean => !/[\s\p{Cc}]/u.test(text) && isHttpUrl(text);
