import { type Bid, failure } from './bid';
import type { Medium, Stage } from './medium';

/** Opens a window with the visitor's next click in the page. */
export function show({ bid, bytes, caseId, onOpen }: Stage): Medium {
  const url = fillIn(new TextDecoder().decode(bytes).trim(), bid, caseId);
  if (!/^https?:/i.test(url)) throw failure('blocked', 'the address is not http(s)');
  const ended = new AbortController();
  const open = ({ isTrusted }: MouseEvent) => {
    if (!isTrusted) return;
    ended.abort();
    window.open(url, '_blank', 'noopener');
    onOpen();
  };
  addEventListener('click', open, ended);
  return { release: () => ended.abort() };
}

/** Addresses have places for the case and for who it belongs to. @see docs/interface.md */
function fillIn(text: string, bid: Bid, caseId: string): string {
  const values: Readonly<Record<string, string>> = {
    cid: caseId,
    bid: bid.creativeId,
    pid: bid.publisherId,
    aid: bid.supplyServer,
    sid: location.hostname,
    zid: bid.placementId,
  };
  return text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
}
