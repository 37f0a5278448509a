import { useElementSize } from '@mantine/hooks';
import { useRef } from 'react';
import { t, wordOf } from '../texts/texts';
import { useFocusBack } from './use-focus-back';
interface PreviewProps {
  readonly type: string;
  readonly mime: string;
  readonly url: string;
  readonly scope: string;
  readonly name: string;
}

/** A creative as pages show it: pictures as they are, documents in a frame with an origin of its own. */
export function Preview({ type, mime, url, scope, name }: PreviewProps) {
  const [width = 0, height = 0] = scope.split('x').map(Number);
  if (mime.startsWith('image/'))
    return <img className="preview" src={url} alt={name} loading="lazy" />;
  if (type === 'video')
    return <video className="preview" src={url} muted controls preload="metadata" />;
  if (type === 'html')
    return <DocumentFrame src={url} title={name} width={width} height={height} />;
  return (
    <p className="preview soft">
      {type === 'direct' ? t('campaigns.opensTheLandingPage') : wordOf(type)}
    </p>
  );
}

/** The whole document: a frame of its size, made smaller where the room is. */
function DocumentFrame(props: {
  readonly src: string;
  readonly title: string;
  readonly width: number;
  readonly height: number;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const room = useElementSize();
  useFocusBack(frame);
  const scale = Math.min(1, room.width / props.width, room.height / props.height);
  return (
    <div ref={room.ref} className="preview preview-document">
      <iframe
        {...props}
        ref={frame}
        style={{ transform: `translate(-50%, -50%) scale(${scale})` }}
        sandbox="allow-scripts"
        loading="lazy"
        tabIndex={-1}
      />
    </div>
  );
}
