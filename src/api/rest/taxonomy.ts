import type { Route } from './route';

/** As deep as dictionaries of the taxonomy may be nested. */
const items = 'items { id label values { id label values { id label values { id label } } } }';
const options = `{ type name label ${items} }`;

interface Item {
  readonly id: string;
  readonly label: string;
  readonly values?: readonly Item[];
}

interface Option {
  readonly type: string;
  readonly name: string;
  readonly label: string;
  readonly items: readonly Item[] | null;
}

interface MediumData {
  readonly medium: {
    readonly targeting: Readonly<Record<'user' | 'site' | 'device', readonly Option[]>>;
  };
}

interface Named {
  readonly name: string;
  readonly label: string;
}

/** The members that all paths share: any valid access token will do. */
const read = { method: 'get', accepts: 'accessToken', access: [], crossOrigin: 'listed' } as const;

/** `/api/v2/taxonomy`: what campaigns and sites may name. @see docs/reference-clients.md §7.1 */
export const taxonomyRoutes: readonly Route[] = [
  {
    ...read,
    path: '/api/v2/taxonomy/media',
    operation: 'query ListMedia { media { name label } }',
    variables: () => ({}),
    body: ({ media }: { readonly media: readonly Named[] }) => ({ data: toLabels(media) }),
  },
  {
    ...read,
    path: '/api/v2/taxonomy/media/:medium',
    operation: `query GetMedium($name: String!, $vendor: String) {
      medium: mediumForVendor(name: $name, vendor: $vendor) {
        name label vendor vendorLabel formats { type mimes scopes }
        targeting { user ${options} site ${options} device ${options} }
      }
    }`,
    variables: ({ params, query }) => ({ name: params.medium, vendor: query.vendor || null }),
    body: ({ medium: { targeting, ...medium } }: MediumData) => ({
      data: {
        ...medium,
        targeting: {
          user: targeting.user.map(toOption),
          site: targeting.site.map(toOption),
          device: targeting.device.map(toOption),
        },
      },
    }),
  },
  {
    ...read,
    path: '/api/v2/taxonomy/media/:medium/vendors',
    operation: 'query ListVendors { media { name vendors { name label } } }',
    variables: () => ({}),
    body: (
      { media }: { readonly media: readonly (Named & { readonly vendors: readonly Named[] })[] },
      { params },
    ) => ({
      data: toLabels(media.find(({ name }) => name === params.medium)?.vendors ?? []),
    }),
  },
];

function toLabels(named: readonly Named[]): Readonly<Record<string, string>> {
  return Object.fromEntries(named.map(({ name, label }) => [name, label]));
}

function toOption({ items: found, ...option }: Option): unknown {
  return found === null ? option : { ...option, items: toDictionary(found) };
}

function toDictionary(found: readonly Item[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    found.map(({ id, label, values = [] }) => [
      id,
      values.length === 0 ? label : { label, values: toDictionary(values) },
    ]),
  );
}
