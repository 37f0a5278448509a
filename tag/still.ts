import type { Medium, Stage } from './medium';

/** Draws an image instead of loading it: no policy of a page is about that, and nothing moves. */
export async function show({ bid, bytes, box, name }: Stage): Promise<Medium> {
  const bitmap = await createImageBitmap(new Blob([bytes], { type: bid.mime }));
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', name);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  box.append(canvas);
  return { element: canvas, release: () => bitmap.close() };
}
