import { send, type Reply } from './app';

/** A page as a browser without scripts shows it. */
export interface ShownPage extends Reply {
  readonly url: string;
}

/** A browser that keeps cookies, follows redirects and sends forms, and runs no scripts. */
export class CookieBrowser {
  readonly cookies = new Map<string, string>();
  /** Every address that it was sent to. */
  readonly visited: string[] = [];

  /** @param stopAt addresses that begin so are not loaded: the client's callback, which nobody serves. */
  constructor(private readonly stopAt: string) {}

  async open(url: string, init: RequestInit = {}): Promise<ShownPage> {
    let [at, request] = [url, init];
    for (let hops = 0; hops < 10; hops += 1) {
      this.visited.push(at);
      const headers = new Headers(request.headers);
      headers.set('Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
      if (this.cookies.size > 0)
        headers.set(
          'Cookie',
          [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        );
      const reply = await send(at, { ...request, headers });
      this.#keepCookies(reply);
      const location = reply.headers.get('location');
      if (reply.status < 300 || reply.status >= 400 || location === null)
        return { ...reply, url: at };
      at = new URL(location, at).href;
      if (at.startsWith(this.stopAt)) return { ...reply, url: at };
      request = {};
    }
    throw new Error(`redirected too often: ${this.visited.join(' ')}`);
  }

  /** Sends a form of a page, with its hidden members: the one that leads to `path`, by default the first. */
  submit(
    page: ShownPage,
    members: Readonly<Record<string, string>> = {},
    path?: string,
  ): Promise<ShownPage> {
    const { action, hidden } = formOf(page, path);
    return this.open(new URL(action, page.url).href, {
      method: 'POST',
      body: new URLSearchParams({ ...hidden, ...members }),
    });
  }

  #keepCookies({ headers }: Reply): void {
    for (const cookie of headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split(/=(.*)/);
      if (/; Max-Age=0(;|$)/.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** A form of a page: where it leads, and its hidden members. @param path where it leads; default: the first form */
export function formOf(
  { body }: Reply,
  path?: string,
): {
  readonly action: string;
  readonly hidden: Record<string, string>;
} {
  const forms = String(body).matchAll(/<form method="post" action="([^"]*)".*?<\/form>/gs);
  const form = [...forms].find(([, action]) => path === undefined || action === path);
  if (form === undefined) throw new Error(`no form: ${String(body)}`);
  const [text, action = ''] = form;
  const inputs = text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return {
    action: unescape(action),
    hidden: Object.fromEntries(
      [...inputs].map(([, name, value]) => [unescape(name!), unescape(value!)]),
    ),
  };
}

function unescape(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
