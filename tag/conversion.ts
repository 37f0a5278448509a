import { readManagers } from './managers';

/** A case, and when the page was told of it, in milliseconds since 1970. */
type Kept = readonly [caseId: string, at: number];

interface TcData {
  readonly gdprApplies?: boolean;
  readonly eventStatus?: string;
  readonly listenerId?: number;
  readonly purpose?: { readonly consents?: Readonly<Record<string, boolean>> };
}
type TcfApi = (
  command: string,
  version: number,
  tell: (data: TcData | null) => void,
  parameter?: number,
) => void;

// Classic scripts have it while they run.
const script = document.currentScript as HTMLScriptElement;
const { origin } = new URL(script.src);
/** `dataset` has what other scripts have put into every object, too. */
const [conversion, click, consent] = ['conversion', 'click', 'consent'].map((name) =>
  script.getAttribute(`data-${name}`),
);

/** Each server has its own: the cases of one say nothing to another. */
const key = `adgate:${origin}`;
/** As long as a case may convert. */
const keptForMs = 90 * 24 * 60 * 60 * 1000;
/** A visitor who came by several campaigns converts for the newest one that defines the conversion. */
const mostKept = 5;
const casePattern = /^[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}$/i;

/** Names of the case in URLs: one of the page's lines says another than the usual one. */
function listParameters(): readonly string[] {
  const lines = document.querySelectorAll<HTMLScriptElement>('script[data-parameter]');
  const ofThisServer = [...lines].filter(({ src }) => src === script.src);
  return [...ofThisServer.map(({ dataset }) => dataset.parameter ?? ''), 'cid'];
}

/** The case in this page's URL: in its query, its fragment, or a query within the fragment. */
function caseOfPage(): string | undefined {
  const { search, hash } = location;
  const parts = [search, hash.slice(1), hash.replace(/^[^?]*/, '')];
  const names = listParameters();
  return parts
    .flatMap((part) => {
      const members = new URLSearchParams(part);
      return names.map((name) => members.get(name) ?? '');
    })
    .find((text) => casePattern.test(text));
}

/** Newest first. */
function readKept(): readonly Kept[] {
  try {
    // This script alone writes it.
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]') as readonly Kept[];
    return kept.filter(([, at]) => at > Date.now() - keptForMs);
  } catch {
    return [];
  }
}

/** The cases of this visitor, with that of this page, which is kept. */
function keepCases(): readonly string[] {
  const here = caseOfPage();
  const kept = readKept();
  const cases = here
    ? [[here, Date.now()] as const, ...kept.filter(([caseId]) => caseId !== here)]
    : kept;
  const newest = cases.slice(0, mostKept);
  try {
    if (newest.length > 0) localStorage.setItem(key, JSON.stringify(newest));
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing still reports what this page's URL says.
  }
  return newest.map(([caseId]) => caseId);
}

/** @returns the status of the answer; 0: the page's policy or the network has stopped the call. */
async function call(link: string, caseId: string): Promise<number> {
  try {
    const body = new URLSearchParams({ cid: caseId });
    // It goes on when the visitor leaves the page.
    const options = { method: 'POST', body, keepalive: true } as const;
    const reply = await fetch(link, {
      ...options,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    return reply.status;
  } catch {
    return 0;
  }
}

/** An image may be what a page's policy allows, and has the cookie of a visitor whom the server knows. */
function load(link: string, query: string): void {
  const image = new Image();
  image.referrerPolicy = 'no-referrer';
  image.src = `${link}.gif${query}`;
}

/** Reports to the first case that has a view (or click) of the campaign. */
async function report(path: string, cases: readonly string[]): Promise<void> {
  const link = `${origin}/kw/${path}`;
  for (const caseId of cases) {
    const status = await call(link, caseId);
    if (status === 0) load(link, `?cid=${caseId}`);
    if (status !== 422) return;
  }
  if (cases.length === 0) load(link, '');
}

/** Resolves once the visitor agrees that the page stores and reads on his device: the first purpose of TCF. */
const agreement = (tcf: TcfApi): Promise<void> =>
  new Promise((resolve) => {
    tcf('addEventListener', 2, (data) => {
      const isDecided = data?.eventStatus !== 'cmpuishown' && data?.purpose?.consents?.[1] === true;
      if (data?.gdprApplies !== false && !isDecided) return;
      resolve();
      if (data.listenerId !== undefined)
        tcf('removeEventListener', 2, () => undefined, data.listenerId);
    });
  });

/** Never resolves where the visitor does not allow it. @see docs/conversions.md "Consent" */
async function isAllowed(): Promise<boolean> {
  const { globalPrivacyControl: gpc } = navigator;
  if (gpc || consent === 'no') return false;
  if (consent === 'yes') return true;
  // Consent managers declare this function, nobody else does.
  const { __tcfapi: tcf } = window as { readonly __tcfapi?: TcfApi };
  if (tcf) await agreement(tcf);
  return !(await readManagers()).optsOut;
}

async function run(): Promise<void> {
  if (!(await isAllowed())) return;
  const cases = keepCases();
  // Without a case no click can be confirmed.
  if (click && cases.length > 0) await report(`kl/${click}`, cases);
  if (conversion) await report(conversion, cases);
}

void run();
