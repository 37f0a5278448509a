import { t } from '../texts/texts';
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
    return (
      <iframe
        className="preview"
        src={url}
        title={name}
        sandbox="allow-scripts"
        loading="lazy"
        width={width}
        height={height}
        tabIndex={-1}
      />
    );
  return (
    <p className="preview soft">{type === 'direct' ? t('campaigns.opensTheLandingPage') : type}</p>
  );
}
