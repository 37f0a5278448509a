import { failure } from './bid';
import type { Medium, Stage } from './medium';

/** Messages of documents: ours, and those of other servers. */
interface Told {
  readonly type?: string;
  readonly dwmthLoad?: unknown;
  readonly dwmthClick?: unknown;
}

/** How long browsers take an input for fresh. */
const freshMs = 5000;
/** How long a document that has loaded may take to say that its scripts run. */
const patienceMs = 300;

/**
 * Tells us that the document goes, before any script of its own can stop that; by a channel, because a window that is
 * going is nobody's source any more. Before the bytes.
 */
const opening =
  '<script>{const{port1:p,port2:q}=new MessageChannel;addEventListener("pagehide",({persisted:k})=>k||p.postMessage(0),true);parent.postMessage({type:"adgate:open"},"*",[q])}</script>';
/** Tells us that scripts run in the frame. Behind the bytes that were checked. */
const hello = '<script>parent.postMessage({type:"adgate:ready"},"*")</script>';

/** When the page itself, or another ad, last had an input that the browser may still take for this ad's. */
let spentAt = -Infinity;
let isListening = false;

function watchInput(): void {
  if (isListening) return;
  isListening = true;
  for (const type of ['keydown', 'mousedown', 'pointerup'])
    addEventListener(
      type,
      ({ timeStamp }) => {
        spentAt = timeStamp;
      },
      true,
    );
}

/**
 * Shows a document from a data URL, which tells it nothing of the page. A click that it tells of counts only if the
 * visitor has just done something in its very frame: the frame has the focus, and for as long as browsers take an input
 * for fresh, the page had none of its own and no other click has counted. It goes when it leads its frame elsewhere: as soon
 * as the document says so, at the latest when what came instead has loaded.
 *
 * @throws {Failure} `blocked` when the page's policy keeps the frame empty.
 */
export async function show(stage: Stage): Promise<Medium> {
  watchInput();
  const element = document.createElement('iframe');
  // On a dark page a document would otherwise write its black text on black.
  stage.box.style.background = '#fff';
  element.title = stage.label;
  element.setAttribute('sandbox', 'allow-scripts');
  element.referrerPolicy = 'no-referrer';
  element.src = await toDataUrl(stage.bytes);
  const ended = new AbortController();
  const { signal } = ended;
  const release = () => ended.abort();
  const leave = () => {
    if (!signal.aborted) stage.onLeave();
  };
  // Its scripts run only if the page's policy lets them: it is the frame's, too.
  const takesPointer = await new Promise<boolean>((resolve, reject) => {
    let loads = 0;
    element.onload = () => {
      if (++loads > 1) leave();
      else setTimeout(resolve, patienceMs, false);
    };
    const refuse = ({ effectiveDirective, disposition }: SecurityPolicyViolationEvent) => {
      // Which address was blocked, browsers do not say of data.
      if (effectiveDirective === 'frame-src' && disposition === 'enforce')
        reject(failure('blocked', 'the page’s policy has no frame-src data:'));
    };
    document.addEventListener('securitypolicyviolation', refuse, { signal });
    addEventListener(
      'message',
      ({ source, data, ports, timeStamp }: MessageEvent<Told | null>) => {
        if (source !== element.contentWindow || !data) return;
        if (data.type === 'adgate:open' && ports[0]) ports[0].onmessage = leave;
        if (data.type === 'adgate:ready' || data.dwmthLoad) resolve(true);
        if (data.dwmthLoad) answerLoad(element);
        if ((data.type === 'adgate:click' || data.dwmthClick) && isTouched(element, timeStamp)) {
          spentAt = timeStamp;
          stage.onClick();
        }
      },
      { signal },
    );
    stage.box.append(element);
  }).catch((error: unknown) => {
    release();
    throw error;
  });
  return { element, takesPointer, release };
}

/** Documents of other servers ask where a click leads. They are told the page opens it. */
function answerLoad(frame: HTMLIFrameElement): void {
  frame.contentWindow?.postMessage({ dwmthLoad: 1, data: {} }, '*');
}

function isTouched(frame: HTMLIFrameElement, timeStamp: number): boolean {
  const root = frame.getRootNode() as ShadowRoot;
  return (
    (navigator as { userActivation?: UserActivation }).userActivation?.isActive === true &&
    root.activeElement === frame &&
    timeStamp - spentAt >= freshMs
  );
}

/**
 * The text before a document's first element decides how the browser reads the document: our script comes behind it.
 */
const prologue = /^(?:\s|\xef\xbb\xbf|<!--[^]*?-->)*(?:<!doctype[^>]*>)?/i;

function toDataUrl(bytes: ArrayBuffer): Promise<string> {
  const start = new TextDecoder('latin1').decode(bytes.slice(0, 1024));
  const { length } = prologue.exec(start)![0];
  const parts = [bytes.slice(0, length), opening, bytes.slice(length), hello];
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () =>
      // As it was asked to.
      resolve(reader.result as string);
    reader.readAsDataURL(new Blob(parts, { type: 'text/html;charset=utf-8' }));
  });
}
