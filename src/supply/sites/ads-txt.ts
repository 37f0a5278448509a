import { isUuid, toDashed, toId } from '../../id';

/** A publisher's entry for a server in its `ads.txt`. @see IAB ads.txt 1.1 §3 */
export interface AdsTxtCheck {
  /** The line that it should have. */
  readonly line: string;
  /** True where a line of the file says exactly that. */
  readonly isFound: boolean;
  /** Numbers, from 1, of lines that name the server but another account or relationship. */
  readonly otherLines: readonly number[];
}

/** The line that lets a server sell for a publisher: domain, account and relationship. */
export function formatAdsTxtLine(domain: string, publisherId: string): string {
  return `${domain}, ${toDashed(publisherId)}, DIRECT`;
}

/** @param text the whole file; comments, extensions and variables are passed over */
export function checkAdsTxt(
  text: string,
  { domain, publisherId }: { readonly domain: string; readonly publisherId: string },
): AdsTxtCheck {
  const line = formatAdsTxtLine(domain, publisherId);
  const wanted = fieldsOf(line).join();
  const otherLines: number[] = [];
  let isFound = false;
  for (const [at, read] of text.split(/\r\n|\r|\n/).entries()) {
    const fields = fieldsOf(read);
    if (fields[0] !== domain.toLowerCase()) continue;
    if (fields.slice(0, 3).join() === wanted) isFound = true;
    else if (fields.length >= 3) otherLines.push(at + 1);
  }
  return { line, isFound, otherLines };
}

/** An account at a server that may sell for a host. */
export interface Seller {
  /** See `sellerIdOf`. */
  readonly account: string;
  /** False for one that sells again. */
  readonly isDirect: boolean;
}

/** An account at a server, in one spelling: a UUID may stand with dashes or without. */
export const sellerIdOf = (account: string): string =>
  isUuid(account) ? toId(account) : account.trim().toLowerCase();

/** The accounts at a server that a text lets sell. @param text as for `checkAdsTxt` */
export function sellersOf(text: string, domain: string): readonly Seller[] {
  return text.split(/\r\n|\r|\n/).flatMap((read) => {
    const [server, account = '', relationship = ''] = fieldsOf(read);
    const isMeant = server === domain.toLowerCase() && account !== '';
    return isMeant && ['direct', 'reseller'].includes(relationship)
      ? [{ account: sellerIdOf(account), isDirect: relationship === 'direct' }]
      : [];
  });
}

/** Accounts of ours for which a text lets this server sell. @param text as for `checkAdsTxt` */
export function directAccounts(text: string, domain: string): readonly string[] {
  const direct = sellersOf(text, domain).filter(({ isDirect }) => isDirect);
  return [...new Set(direct.map(({ account }) => account).filter(isUuid))];
}

/** Fields are compared in any case; an account id of ours is one. */
function fieldsOf(line: string): readonly string[] {
  const [record = ''] = line.replace(/^\uFEFF/, '').split(/[#;]/, 1);
  return record.split(',').map((field) => field.trim().toLowerCase());
}
