interface Clause {
  readonly key: string;
  readonly values: readonly string[];
}
type Clauses = readonly Clause[];
interface Filter {
  readonly requires: Clauses;
  readonly excludes: Clauses;
}

/** The terms of a site that are lists, which others change entry by entry. */
interface ListTerms {
  readonly blockedDomains: readonly string[];
  readonly blockedCategories: readonly string[];
  readonly filtering: Filter;
}

/** Terms of a site before a person typed, as typed, and as they are by now: others may have changed them meanwhile. */
export interface Versions<Value> {
  readonly before: Value;
  readonly typed: Value;
  readonly now: Value;
}

/** Puts the entries that the person has added or removed upon the lists of now. */
export const editedLists = (versions: Versions<ListTerms>) => ({
  blockedDomains: editedList(each(versions, ({ blockedDomains }) => blockedDomains)),
  blockedCategories: editedList(each(versions, ({ blockedCategories }) => blockedCategories)),
  filtering: editedFilter(each(versions, ({ filtering }) => filtering)),
});

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

const editedFilter = (filter: Versions<Filter>) => ({
  requires: editedClauses(each(filter, ({ requires }) => requires)),
  excludes: editedClauses(each(filter, ({ excludes }) => excludes)),
});

function editedClauses(clauses: Versions<Clauses>) {
  const { typed, now } = clauses;
  const keys = new Set([...typed, ...now].map(({ key }) => key));
  const valuesOf = (key: string) => (some: Clauses) =>
    some.filter((clause) => clause.key === key).flatMap(({ values }) => values);
  // The server says of a typed clause without values that they are missing.
  const isTypedEmpty = (key: string) =>
    typed.some((clause) => clause.key === key && clause.values.length === 0);
  return [...keys]
    .map((key) => ({ key, values: editedList(each(clauses, valuesOf(key))) }))
    .filter(({ key, values }) => values.length > 0 || isTypedEmpty(key));
}
