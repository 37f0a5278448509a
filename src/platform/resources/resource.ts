import type { Kind, ValueOf } from './kinds';

/** Requests that may have a member: those that create a resource, those that change it, both. */
export type Settable = 'create' | 'update' | 'always';

/** A member of a resource. */
export interface ResourceMember {
  readonly is: Kind<unknown>;
  /** A sentence or more for the public schema: meaning, unit, and what null stands for. */
  readonly says: string;
  /** Absent: no client sets it. */
  readonly set?: Settable;
  /** The value where a request that creates, or an older document, lacks the member. Without it the member is required. */
  readonly absent?: unknown;
  /** Where a request that creates lacks it, in place of `absent`, which older documents have. */
  readonly absentInNew?: unknown;
  /** Narrower than `is`: the values that clients may set. */
  readonly accepts?: Kind<unknown>;
  /** For requests, where `says` is about answers. */
  readonly asks?: string;
  /** Not a field of the resource's GraphQL type. */
  readonly isHidden?: true;
}

export type ResourceMembers = Readonly<Record<string, ResourceMember>>;

/** A resource as its table declares it: all else about its members is made of it. */
export interface Resource<M extends ResourceMembers = ResourceMembers> {
  /** The name of its GraphQL type. */
  readonly name: string;
  readonly says: string;
  readonly members: M;
}

/** Declares a resource once; see docs/decisions/0013-resources-by-tables.md. */
export function defineResource<const M extends ResourceMembers>(
  resource: Resource<
    M & {
      readonly [K in keyof M]: {
        readonly absent?: ValueOf<M[K]['is']>;
        readonly absentInNew?: ValueOf<M[K]['is']>;
      };
    }
  >,
): Resource<M> {
  return resource;
}

/** The members that a request of this kind may have. */
export function settableMembers(
  { members }: Resource,
  on: Exclude<Settable, 'always'>,
): ResourceMembers {
  return Object.fromEntries(
    Object.entries(members).filter(([, { set }]) => set === on || set === 'always'),
  );
}

/** The value where a request that creates lacks the member; absent: it is required. */
export const absentInNew = ({
  absent,
  absentInNew: inNew = absent,
}: Pick<ResourceMember, 'absent' | 'absentInNew'>): unknown => inNew;

/** The values of members that an older document lacks. */
export const absentMembers = <R extends Resource>(resource: R) =>
  membersByAbsence(resource, ({ absent }) => absent);

/** The values of members that a new one lacks. */
export const absentMembersOfNew = <R extends Resource>(resource: R) =>
  membersByAbsence(resource, absentInNew);

function membersByAbsence<R extends Resource>(
  { members }: R,
  valueOf: (member: ResourceMember) => unknown,
): Pick<ItemOf<R>, AbsentNames<R>> {
  const absent = Object.entries(members).flatMap(([name, member]) =>
    'absent' in member ? [[name, valueOf(member)] as const] : [],
  );
  // The members that have an absent value, each with it.
  return Object.fromEntries(absent) as Pick<ItemOf<R>, AbsentNames<R>>;
}

/** A complete item for tests, made of the examples of its kinds. */
export function exampleOf<R extends Resource>({ members }: R): ItemOf<R> {
  const example = Object.entries(members).map(([name, { is, absent = is.example }]) => [
    name,
    absent,
  ]);
  // Each member has a value of its kind.
  return Object.fromEntries(example) as ItemOf<R>;
}

/** The parsed members of a request that creates one, for tests. */
export function exampleTermsOf<R extends Resource>(resource: R): CreationOf<R> {
  const example: Readonly<Record<string, unknown>> = {
    ...exampleOf(resource),
    ...absentMembersOfNew(resource),
  };
  const names = Object.keys(settableMembers(resource, 'create'));
  // The members that such a request sets, each with a value of its kind.
  return Object.fromEntries(names.map((name) => [name, example[name]])) as CreationOf<R>;
}

/** The item that services know. */
export type ItemOf<R extends Resource> = {
  readonly [K in keyof R['members']]: ValueOf<R['members'][K]['is']>;
};

type NamesWith<R extends Resource, Part> = {
  [K in keyof R['members']]: R['members'][K] extends Part ? K : never;
}[keyof R['members']];

/** The names of members that an older document may lack. */
type AbsentNames<R extends Resource> = NamesWith<R, { readonly absent: unknown }>;

/** The parsed members of a request that creates one. */
export type CreationOf<R extends Resource> = Pick<
  ItemOf<R>,
  NamesWith<R, { readonly set: 'create' | 'always' }>
>;

/** The members of a new one, as a program gives them: what it leaves out has the member's absent value. */
export type GivenOf<R extends Resource> = Omit<CreationOf<R>, AbsentNames<R>> &
  Partial<Pick<CreationOf<R>, AbsentNames<R> & keyof CreationOf<R>>>;

/** The parsed members of a request that changes one: an absent one keeps its value. */
export type ChangesOf<R extends Resource> = Partial<
  Pick<ItemOf<R>, NamesWith<R, { readonly set: 'update' | 'always' }>>
>;

/** An item as it is stored: older documents lack later members. */
export type DocumentOf<R extends Resource> = Omit<ItemOf<R>, 'id' | AbsentNames<R>> &
  Partial<Pick<ItemOf<R>, AbsentNames<R>>> & { readonly _id: string };
