import { failure } from './bid';
import { blobUrl, type Medium, prefersStillness, type Stage } from './medium';

/** Above the link that lies over the medium. */
const corner =
  'position:absolute;left:0;bottom:0;z-index:1;width:24px;height:24px;padding:0;border:0;background:#fffc;color:#222;font:12px/24px sans-serif;cursor:pointer';

/**
 * Plays a video without sound, with a button to stop it; for who wants no motion it waits to be started.
 *
 * @see WCAG 2.2 §2.2.2
 */
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
  video.ariaLabel = stage.name;
  stage.box.append(video);
  if (!waits) stage.box.append(stopButton(video));
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

function stopButton(video: HTMLVideoElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.style.cssText = corner;
  const tell = () => {
    button.textContent = video.paused ? '▶' : '⏸\ufe0e';
    button.ariaLabel = video.paused ? 'Play the video' : 'Stop the video';
  };
  button.onclick = () => {
    if (video.paused) void video.play();
    else video.pause();
  };
  for (const change of ['play', 'pause']) video.addEventListener(change, tell);
  tell();
  return button;
}
