interface Clause {
  readonly key: string;
  readonly values: string[];
}

/** The filter of a site, as GraphQL has it. */
interface Filter {
  readonly requires: Clause[];
  readonly excludes: Clause[];
}

/** Stands for all other servers. */
export const allServers = '*';
/** The key of other servers in the filter of a site. */
const peerKey = 'peer';

/** Accounts of the servers whose ads a site refuses. */
export const refusedServers = ({
  filtering,
}: {
  readonly filtering: Pick<Filter, 'excludes'>;
}): readonly string[] => filtering.excludes.find(({ key }) => key === peerKey)?.values ?? [];

/** The filter of a site that refuses a server which it has taken, or takes one again; all else stays as it is. */
export function withToggled(filtering: Filter, server: string): Filter {
  const { requires, excludes } = filtering;
  const refused = refusedServers({ filtering });
  const others = refused.filter((one) => one !== server);
  const values = others.length < refused.length ? others : [...refused, server];
  const rest = excludes.filter(({ key }) => key !== peerKey);
  return {
    requires,
    excludes: values.length === 0 ? rest : [...rest, { key: peerKey, values: [...values] }],
  };
}
