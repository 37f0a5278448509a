import { failure, isForeign } from './bid';
import { guardFocus } from './focus';
import type { Medium, Stage } from './medium';
import { wholeFrame } from './whole-frame';

/** Messages of documents: ours, and those of other servers. */
interface Told {
  readonly type?: string;
  readonly dwmthLoad?: unknown;
  readonly dwmthClick?: unknown;
}

/** So long at most are an input and the click that the document tells of apart; browsers take an input for fresh as long. */
const freshMs = 5000;
/** How long a document that has loaded may take to say that its scripts run. */
const patienceMs = 300;

/**
 * Tells us of the visitor's input (1 by the pointer, 2 by a key), and that the document goes (0). Stands before the bytes: no script of the document
 * can stop or forge that. By a channel that nothing else in the frame has, because a window that is going is nobody's
 * source any more. A `click` is no input here: browsers make trusted ones of a script's click on a label. WebRTC goes: no
 * policy holds it, and it would tell other servers of the visitor.
 */
const opening =
  '<script>{const{port1:p,port2:q}=new MessageChannel,t=p.postMessage.bind(p);for(const n of["mousedown","touchend","keydown"])addEventListener(n,e=>e.isTrusted&&t(n=="keydown"?2:1),true);delete self.RTCPeerConnection;delete self.webkitRTCPeerConnection;addEventListener("pagehide",({persisted:k})=>k||t(0),true);parent.postMessage({type:"adgate:open"},"*",[q])}</script>';
/** Tells us that scripts run in the frame. Behind the bytes that were checked. */
const hello = '<script>parent.postMessage({type:"adgate:ready"},"*")</script>';

/**
 * Shows a document from a data URL, which tells it nothing of the page. A click that it tells of counts only with an input
 * of the visitor's in its very frame, one click an input. It goes when it leads its frame elsewhere: as soon as the
 * document says so, at the latest when what came instead has loaded.
 *
 * @throws {Failure} `blocked` when the page's policy keeps the frame empty.
 */
export async function show(stage: Stage): Promise<Medium> {
  const element = document.createElement('iframe');
  // On a dark page a document would otherwise write its black text on black.
  stage.box.style.background = '#fff';
  element.title = stage.name;
  element.setAttribute('sandbox', 'allow-scripts');
  element.referrerPolicy = 'no-referrer';
  element.src = await toDataUrl(stage.bytes);
  const ended = new AbortController();
  const { signal } = ended;
  const room = wholeFrame(element, stage.bid.scope, signal);
  const release = () => ended.abort();
  const leave = () => {
    if (!signal.aborted) stage.onLeave();
  };
  const clicks = pairClicks(stage.onClick);
  const press = guardFocus(element, { signal, onThief: leave });
  let channel: MessagePort | undefined;
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
        // The first one is of our script.
        if (data.type === 'adgate:open' && !channel) {
          [channel] = ports;
          if (channel)
            channel.onmessage = (told: MessageEvent<unknown>) => {
              if (told.data === 1) press();
              if (told.data) clicks.touch(told.timeStamp);
              else leave();
            };
        }
        if (data.type === 'adgate:ready' || data.dwmthLoad) resolve(true);
        if (data.dwmthLoad) answerLoad(element, stage);
        if (data.type === 'adgate:click' || data.dwmthClick) clicks.tell(timeStamp);
      },
      { signal },
    );
    stage.box.append(room);
  }).catch((error: unknown) => {
    release();
    throw error;
  });
  return { element: room, takesPointer, release };
}

/** Makes a click of an input and of a document's telling of a click: they come by different ways, in either order. */
function pairClicks(onClick: () => void) {
  let touchedAt = -Infinity;
  let toldAt = -Infinity;
  const weigh = () => {
    // Of two infinities the difference is no number.
    if (!(Math.abs(touchedAt - toldAt) < freshMs)) return;
    touchedAt = toldAt = -Infinity;
    onClick();
  };
  return {
    touch: (at: number) => {
      touchedAt = at;
      weigh();
    },
    tell: (at: number) => {
      toldAt = at;
      weigh();
    },
  };
}

/** Documents ask where a click leads. The page opens it: those of other servers are told all the same. */
function answerLoad(frame: HTMLIFrameElement, { bid, caseId }: Stage): void {
  const data = isForeign(bid) ? { click_url: `${bid.clickUrl}&cid=${caseId}` } : {};
  frame.contentWindow?.postMessage({ dwmthLoad: 1, data }, '*');
}

/**
 * The text before a document's first element decides how the browser reads the document: our script comes behind it.
 */
const prologue = /^(?:\s|\xef\xbb\xbf|<!--[^]*?-->)*(?:<!doctype[^>]*>)?/i;

function toDataUrl(bytes: ArrayBuffer): Promise<string> {
  const start = new TextDecoder('latin1').decode(bytes.slice(0, 1024));
  const [{ length } = ''] = prologue.exec(start) ?? [];
  const parts = [bytes.slice(0, length), opening, bytes.slice(length), hello];
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () =>
      // As it was asked to.
      resolve(reader.result as string);
    reader.readAsDataURL(new Blob(parts, { type: 'text/html;charset=utf-8' }));
  });
}
