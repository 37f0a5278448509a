import type { Egress } from '../../platform/egress/egress';
import type { FetchedText } from '../../platform/egress/read-answer';
import { problemOfTarget } from '../../platform/egress/target';
import { hostOfUrl } from './site.service';

const maxBytes = 256 * 1024;
const mostRedirects = 2;

/** Follows redirects to the host itself only, with `www.` or without, by TLS: what came without could be anybody's. */
export async function readAdsTxt(
  { egress }: { readonly egress: Pick<Egress, 'getText'> },
  host: string,
): Promise<Pick<FetchedText, 'text' | 'problem'>> {
  let url = `https://${host}/ads.txt`;
  for (let redirects = 0; ; redirects += 1) {
    const problem = problemOfTarget(url, { allowsLoopback: false });
    if (problem !== null) return { text: null, problem: `${url} ${problem}` };
    const found = await egress.getText(url, maxBytes);
    const next = found.location === null ? null : URL.parse(found.location, url);
    const isItself =
      next?.protocol === 'https:' && next.port === '' && hostOfUrl(next.href) === host;
    if (!isItself || redirects === mostRedirects) return found;
    url = next.href;
  }
}
