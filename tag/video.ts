import { failure } from './bid';
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
    // Some browsers load no picture before a visitor starts it.
    video.onloadedmetadata = resolve;
    video.onerror = () => {
      release();
      reject(failure('blocked', 'the video was not played'));
    };
  });
  return { element: video, video, takesPointer: waits, release };
}
