import {
  mostRefusedDomains,
  type RefusedDomain,
  refusedDomainIdOf,
  refusedDomainKinds,
  toDomain,
} from '../../demand/refused-domains/refused-domain';
import {
  allowDomains,
  listRefusedDomains,
  mostDomainsAtOnce,
  parseRefusalReason,
  parseDomainSearch,
  refuseDomains,
} from '../../demand/refused-domains/refused-domain.service';
import { type Command, CommandError, type ReadText } from '../command';
import { listDetails, printList, sliceAfter } from '../list-text';
import { readBy, readOneOf } from '../option-text';
import { serviceCommand } from '../service-command';
import { linesOf } from '../text-lines';
import { chunksOf } from '../../non-empty';

const readKind = readOneOf(refusedDomainKinds);
const kindOption = {
  value: '<kind>',
  isRequired: true,
  description: `${refusedDomainKinds.join(' or ')}: hosts of sites, or of landing pages`,
  read: readKind,
} as const;
const domainOption = {
  value: '<domain>',
  description: 'one domain, or an IP address',
  read: readDomain,
} as const;
const fileOption = {
  value: '<file>',
  description: 'many: a text file, one domain a line; what stands behind a blank or # is a comment',
} as const;
const readRefusalReason = readBy(parseRefusalReason);
const readSearch = readBy(parseDomainSearch);
const readEntryId: ReadText<string> = (text, name) => {
  const at = text.indexOf(':');
  const [kind, domain] = [text.slice(0, at), toDomain(text.slice(at + 1))];
  const known = refusedDomainKinds.find((one) => one === kind);
  if (known === undefined || domain === null)
    throw new CommandError(`${name} must be kind:domain, such as site:news.example`, 2);
  return refusedDomainIdOf(known, domain);
};
const mostProblems = 20;

/** The domains that are meant, as they are typed: one of the two. */
interface Named {
  readonly domain: string | null;
  readonly file: string | null;
}

export const refusedDomainCommands: readonly Command[] = [
  serviceCommand({
    name: 'refused-domain add',
    summary: 'Refuses domains for sites or landing pages on the whole server.',
    details: `Each covers its subdomains, on every running gateway within 2 seconds. One that is refused already has its new reason. A file with a
line that is no domain is refused, and the lines are named.`,
    options: {
      kind: kindOption,
      domain: domainOption,
      file: fileOption,
      reason: {
        value: '<text>',
        description: 'for those whom it concerns, at most 500 characters',
        read: readRefusalReason,
      },
    },
    check: assertNamed,
    async work(services, { kind, reason, ...named }) {
      const terms = { kind, reason: reason ?? '', refusedById: null };
      return inParts(await readDomains(named), (domains) =>
        refuseDomains(services, { ...terms, domains }),
      );
    },
    print: (domains, { kind }) => ({
      text: `${domains} domains are refused (${kind})`,
      json: { kind, domains },
    }),
  }),
  serviceCommand({
    name: 'refused-domain remove',
    summary: 'Takes domains off the list of those that are refused.',
    details: 'Sites and campaigns that they kept away come back by themselves within 2 seconds.',
    options: { kind: kindOption, domain: domainOption, file: fileOption },
    check: assertNamed,
    async work(services, { kind, ...named }) {
      const domains = await readDomains(named);
      const lifted = await inParts(domains, (some) =>
        allowDomains(services, { kind, domains: some }),
      );
      if (lifted === 0) throw new CommandError(`none of them is refused (${kind})`);
      return lifted;
    },
    print: (domains, { kind }) => ({
      text: `${domains} domains are not refused any more (${kind})`,
      json: { kind, domains },
    }),
  }),
  serviceCommand({
    name: 'refused-domain list',
    summary: 'Lists the domains that are refused, by kind and domain.',
    details: listDetails,
    options: {
      kind: { ...kindOption, isRequired: false },
      search: {
        value: '<text>',
        description: 'only those with it in their domain',
        read: readSearch,
      },
      after: {
        value: '<id>',
        description: 'only those behind this one: kind:domain',
        read: readEntryId,
      },
    },
    work: (services, { kind, search, after }) =>
      listRefusedDomains(services, { kind, search }, sliceAfter(after)),
    print: (domains) => printList('domains', domains, describe),
  }),
];

const describe = ({ id, reason, refusedAt, refusedById }: RefusedDomain) =>
  `${id}  ${refusedAt.toISOString()}  ${refusedById ?? 'by a command'}  ${reason}`.trimEnd();

function assertNamed({ domain, file }: Named): void {
  if ((domain === null) === (file === null))
    throw new CommandError('give either --domain or --file', 2);
}

async function readDomains({ domain, file }: Named): Promise<readonly string[]> {
  if (file === null) return domain === null ? [] : [domain];
  const domains = new Set<string>();
  const problems: string[] = [];
  let at = 0;
  for await (const line of linesOf(file)) {
    at += 1;
    const text = /^[^\s#]*/.exec(line.trimStart())?.[0] ?? '';
    if (text === '') continue;
    const found = toDomain(text);
    if (found !== null) domains.add(found);
    else if (problems.push(`line ${at}: ${text.slice(0, 60)} is no domain`) === mostProblems) break;
    if (domains.size > mostRefusedDomains)
      throw new CommandError(`${file} has more than ${mostRefusedDomains} domains`);
  }
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
  if (domains.size === 0) throw new CommandError(`${file} has no domains`);
  return [...domains];
}

function readDomain(text: string, name: string): string {
  const found = toDomain(text);
  if (found === null)
    throw new CommandError(`${name} must be a domain such as news.example, or an IP address`, 2);
  return found;
}

/** Does as many at a time as one call may name. @returns the sum of what each has done */
async function inParts(
  domains: readonly string[],
  doWith: (some: readonly string[]) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (const some of chunksOf(domains, mostDomainsAtOnce)) sum += await doWith(some);
  return sum;
}
