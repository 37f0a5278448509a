import { isRecord } from '../../record';
import { type Members, toLowerCase } from './members';

/** Makes the members of a bid request from a find's context; nothing is checked, a value of any shape passes through. */
export function fromContext(context: unknown): Members {
  if (!isRecord(context)) return { site: context };
  const { iid, url, publisher, medium, vendor, uid, walletmask, metamask, test, tag } = context;
  const { utcoffset: utcOffset } = context;
  const { tcf, given, gdpr, gpp, gpc } = consentOf(context);
  return {
    id: iid,
    site: { url, publisher, medium, vendor },
    user: { id: uid, hasWallet: walletmask ?? metamask, utcOffset, consent: tcf, agrees: given },
    regs: { gdpr, gpp, gpc },
    isTest: test,
    isFromTag: tag,
  };
}

/** The page’s own word may stand alone. */
const consentOf = ({ consent }: Members): Members =>
  isRecord(consent) ? consent : { given: consent };

const renamed: Readonly<Record<string, string>> = {
  id: 'context.iid',
  site: 'context',
  user: 'context',
  'user.id': 'context.uid',
  'user.utcOffset': 'context.utcoffset',
  'user.consent': 'context.consent.tcf',
  'user.agrees': 'context.consent.given',
  isTest: 'context.test',
  isFromTag: 'context.tag',
};

/** The name that a find has for a member of the bid request that its context has; null: the context has none of it. */
export function nameInContext(path: string, context: unknown): string | null {
  if (path === 'user.hasWallet') return `context.${nameOfWallet(context)}`;
  if (path.startsWith('regs')) return path.replace('regs', 'context.consent');
  if (path.startsWith('site.')) return path.replace('site', 'context');
  return renamed[path] ?? null;
}

function nameOfWallet(context: unknown): 'walletmask' | 'metamask' {
  return isRecord(context) && !Object.hasOwn(context, 'walletmask') ? 'metamask' : 'walletmask';
}

/** Clients write types of creatives, and MIME types, in any case. */
export function eachToLowerCase(values: unknown): unknown {
  return Array.isArray(values) ? values.map((value: unknown) => toLowerCase(value)) : values;
}
