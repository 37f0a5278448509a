import type { ServerResponse } from 'node:http';

/** A transparent gif of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Answers an image element. */
export function sendPixel(response: ServerResponse): void {
  response.setHeader('Content-Type', 'image/gif');
  response.setHeader('Content-Length', pixel.length);
  response.end(pixel);
}
