import { numbersFrom, secondsAfter, times } from './traffic';

/** A find of a page, and when somebody looks at the ads that it brings. */
export interface Find {
  readonly address: string;
  readonly foundAt: Date;
  readonly host: string;
  /** null: the page names none. */
  readonly publisher: string | null;
  /** Of the page's placements. */
  readonly names: readonly string[];
  /** Milliseconds after the find; null: nobody looks. */
  readonly viewAfterMs: number | null;
}

const page = ['top', 'side', 'foot'] as const;
/** As many as a find may have. */
const mostNames = 64;
/** Finds within half an hour: whatever is set aside for one of them is so until the last. */
const halfHour = 29 * 60;

/** Of 190 networks: people who look at seven of ten pages. They want 2,280 ads, and find nothing else to compete with. */
export function honestFinds(): readonly Find[] {
  const below = numbersFrom(3);
  return inOrder(
    times(760, (at) => ({
      address: `86.130.${at % 190}.${below(250)}`,
      foundAt: secondsAfter(below(halfHour)),
      host: `news${at % 40}.example`,
      publisher: null,
      names: page,
      viewAfterMs: below(10) < 7 ? 1_200 + below(20_000) : null,
    })),
  );
}

/** Finds that nobody looks at, by what they are for. */
export function dishonestFinds(): Readonly<Record<string, readonly Find[]>> {
  const unseen = { publisher: null, viewAfterMs: null };
  return {
    // One address, three finds a second, to set budgets aside.
    unseenFinds: times(1_000, (at) => ({
      ...{ ...unseen, address: '198.51.100.7', host: 'news0.example', names: page },
      foundAt: secondsAfter(60 + at / 3),
    })),
    // Of one network: each names a publisher, a site and placements that were not there.
    madeUpSupply: times(60, (at) => ({
      ...{ ...unseen, address: `198.51.100.${at}`, host: `made-up${at}.example` },
      publisher: `ads:${at.toString(16).padStart(32, 'd')}`,
      names: times(mostNames, (name) => `made up ${name}`),
      foundAt: secondsAfter(60 + 25 * at),
    })),
  };
}

export const inOrder = (finds: readonly Find[]): readonly Find[] =>
  finds.toSorted((one, other) => one.foundAt.getTime() - other.foundAt.getTime());
