import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Language } from '../../language';

/** A page that needs no script and nothing from elsewhere. */
export interface HtmlPage {
  readonly language: Language;
  readonly title: string;
  /** HTML: whatever comes from outside has gone through `escapeHtml`. */
  readonly body: string;
  /** Where its form may lead beside this server. Browsers apply this rule to redirects after the form too. */
  readonly formTarget?: string | null;
}

const style = `
:root{color-scheme:light dark;--ink:#16202b;--soft:#5a6672;--paper:#fff;--back:#f2f4f6;--line:#cfd6dd;--act:#0b57d0;--on-act:#fff;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e8edf2;--soft:#a3afbb;--paper:#1b232c;--back:#12181f;--line:#3a4652;--act:#8ab4f8;--on-act:#0b1a2e;--bad:#f2b8b5}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;background:var(--paper);border:1px solid var(--line);border-radius:12px;padding:28px}
h1{font-size:1.25rem;line-height:1.3;margin:0 0 12px;overflow-wrap:anywhere}
p{margin:0 0 12px}
ul{margin:0 0 16px;padding-left:20px}
label{display:block;margin:0 0 14px;font-weight:600}
input,select{display:block;width:100%;margin-top:4px;padding:10px 12px;border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit;font:inherit}
form{margin:0 0 20px}
.buttons{display:flex;gap:12px;margin-top:20px}
button{flex:1;padding:10px 16px;border:1px solid var(--act);border-radius:8px;background:transparent;color:var(--act);font:inherit;font-weight:600;cursor:pointer}
a.button{display:block;padding:10px 16px;border:1px solid var(--act);border-radius:8px;background:var(--act);color:var(--on-act);font-weight:600;text-align:center;text-decoration:none}
button.main{background:var(--act);color:var(--on-act)}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
.soft{color:var(--soft);font-size:.9rem;overflow-wrap:anywhere}
.bad{color:var(--bad)}
a{color:var(--act)}
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Sends a page that may be neither framed nor kept, and whose address no other server is told. */
export function sendPage(
  response: ServerResponse,
  status: number,
  { language, title, body, formTarget }: HtmlPage,
): void {
  const text = `<!DOCTYPE html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Adgate</title><style>${style}</style></head>
<body><main>${body}</main></body>
</html>
`;
  setPageHeaders(response);
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      `style-src 'sha256-${styleHash}'`,
      formTarget == null ? "form-action 'self'" : `form-action 'self' ${formTarget}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  );
  response.end(text);
}

/** Sends the browser to another address, which nobody may keep or pass on. */
export function sendRedirect(response: ServerResponse, status: 302 | 303, location: string): void {
  setPageHeaders(response);
  response.statusCode = status;
  response.setHeader('Location', location);
  response.end();
}

/** Headers of a page that may be neither framed nor kept, and whose address no other server is told. */
export function setPageHeaders(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Hidden members of a form. */
export function hiddenInputs(members: Readonly<Record<string, string | null | undefined>>): string {
  return Object.entries(members)
    .filter((member): member is [string, string] => member[1] != null)
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    .join('');
}

/** The target of a redirect as a source list of a content security policy names it; null when it is not a URI. */
export function toFormTarget(uri: string): string | null {
  const url = URL.parse(uri);
  if (!url) return null;
  const { host, protocol } = url;
  // The grammar of hosts knows neither IPv6 nor what else a URL lets through, and other schemes have no host.
  return /^https?:$/.test(protocol) && /^[\w.-]+(:\d+)?$/.test(host)
    ? `${protocol}//${host}`
    : protocol;
}

/** Says that the caller accepts HTML, as a browser with a person before it does. */
export function wantsPage({ accept }: { readonly accept?: string | undefined }): boolean {
  return accept !== undefined && /\btext\/html\b/i.test(accept);
}
