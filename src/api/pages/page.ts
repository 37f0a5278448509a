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

/** Colours are the panel's (`panel/styles/colours.css`), so that a visit has one look. */
const style = `
:root{color-scheme:light dark;--ink:#17211f;--soft:#55625f;--paper:#fff;--back:#f4f6f5;--line:#c9d1cf;--act:#1f5f5b;--link:#1f5f5b;--on-act:#fff;--bad:#b42318}
@media (prefers-color-scheme:dark){:root{--ink:#e6edeb;--soft:#a3b1ae;--paper:#1a2120;--back:#0f1413;--line:#3b4846;--act:#2a7871;--link:#7cc4bc;--bad:#ff9c92}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}
main{width:100%;max-width:26rem;background:var(--paper);border:1px solid var(--line);border-radius:12px;padding:28px}
.brand{display:flex;align-items:center;gap:10px;margin:0 0 20px;font-weight:700}
h1{font-size:1.25rem;line-height:1.3;margin:0 0 12px;overflow-wrap:anywhere}
p{margin:0 0 12px}
ul{margin:0 0 16px;padding-left:20px}
label{display:block;margin:0 0 14px;font-weight:600}
input,select{display:block;width:100%;margin-top:4px;padding:10px 12px;border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit;font:inherit}
form{margin:0 0 20px}
.buttons{display:flex;gap:12px;margin-top:20px}
button{flex:1;padding:10px 16px;border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit;font:inherit;font-weight:600;cursor:pointer}
a.button{display:block;padding:10px 16px;border:1px solid var(--act);border-radius:8px;background:var(--act);color:var(--on-act);font-weight:600;text-align:center;text-decoration:none}
button.main{border-color:var(--act);background:var(--act);color:var(--on-act)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.soft{color:var(--soft);font-size:.9rem;overflow-wrap:anywhere}
.bad{color:var(--bad)}
a{color:var(--link)}
`;

/** The drawing of `panel/icon.svg`. */
const mark = `<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#1f5f5b"/><path d="M8 24V15a8 8 0 0 1 16 0v9" fill="none" stroke="#f4efe4" stroke-width="3.4" stroke-linecap="round"/><circle cx="16" cy="19.5" r="3.2" fill="#f2b544"/></svg>`;

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
<body><main><p class="brand">${mark}Adgate</p>${body}</main></body>
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
