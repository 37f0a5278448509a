import type { Bid } from './bid';
import { blobUrl, type Medium, prefersStillness, type Show, type Stage } from './medium';
import { load } from './script';

/** Loads the code for creatives of rare types with the first creative of its type. */
export const loadShow = async (type: Bid['type']): Promise<Show> =>
  type === 'image' ? { show: showImage } : load(type);

async function showImage(stage: Stage): Promise<Medium> {
  const image = new Image();
  const { url, release } = blobUrl(stage);
  image.alt = stage.name;
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
  const still = await load('still');
  return still.show(stage);
}
