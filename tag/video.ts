import { Failure } from './bid';
import { blobUrl, type Medium, prefersStillness, type Stage } from './medium';

/** Plays a video without sound; for who wants no motion it waits to be started. */
export async function show(stage: Stage): Promise<Medium> {
  const { url, release } = blobUrl(stage);
  const video = document.createElement('video');
  const waits = prefersStillness();
  Object.assign(video, {
    muted: true,
    loop: true,
    playsInline: true,
    autoplay: !waits,
    controls: waits,
    src: url,
  });
  video.ariaLabel = stage.label;
  stage.box.append(video);
  await new Promise((resolve, reject) => {
    video.onloadeddata = resolve;
    video.onerror = () => {
      release();
      reject(new Failure('blocked', 'the video was not played'));
    };
  });
  return { element: video, video, takesPointer: waits, release };
}
