import type { toSiteTerms } from './site-form';

type SiteTerms = ReturnType<typeof toSiteTerms>;
type Filter = SiteTerms['filtering'];
type Clauses = Filter['requires'];

/** Terms of a site before a person typed, as typed, and as they are by now: others may have changed them meanwhile. */
interface Versions<Value> {
  readonly before: Value;
  readonly typed: Value;
  readonly now: Value;
}

/** Makes the input of an edit: members that the person has changed; of lists the entries that were added or removed, put upon those of now. */
export function editedTerms(versions: Versions<SiteTerms>): Partial<SiteTerms> {
  const { before, typed } = versions;
  const isSame = (name: string) =>
    JSON.stringify(Reflect.get(before, name)) === JSON.stringify(Reflect.get(typed, name));
  const changed = Object.entries({
    ...typed,
    blockedDomains: editedList(each(versions, ({ blockedDomains }) => blockedDomains)),
    filtering: editedFilter(each(versions, ({ filtering }) => filtering)),
  }).filter(([name]) => !isSame(name));
  return Object.fromEntries(changed);
}

const each = <Value, Part>(
  { before, typed, now }: Versions<Value>,
  read: (value: Value) => Part,
): Versions<Part> => ({ before: read(before), typed: read(typed), now: read(now) });

/** In the order of what was typed: the server names a bad entry by its place. */
function editedList({ before, typed, now }: Versions<readonly string[]>): string[] {
  const own = typed.filter((entry) => now.includes(entry) || !before.includes(entry));
  const ofOthers = now.filter((entry) => !before.includes(entry) && !typed.includes(entry));
  return [...own, ...ofOthers];
}

const editedFilter = (filter: Versions<Filter>): Filter => ({
  requires: editedClauses(each(filter, ({ requires }) => requires)),
  excludes: editedClauses(each(filter, ({ excludes }) => excludes)),
});

function editedClauses(clauses: Versions<Clauses>): Clauses {
  const { typed, now } = clauses;
  const keys = new Set([...typed, ...now].map(({ key }) => key));
  const valuesOf = (key: string) => (some: Clauses) =>
    some.filter((clause) => clause.key === key).flatMap(({ values }) => values);
  // The server says of a typed clause without values that they are missing.
  const isTyped = (key: string) => typed.some((clause) => clause.key === key);
  return [...keys]
    .map((key) => ({ key, values: editedList(each(clauses, valuesOf(key))) }))
    .filter(({ key, values }) => values.length > 0 || isTyped(key));
}
