import { AmountScalar } from '../../platform/graphql/scalars';
import type { Resource, Settable } from '../../platform/resources/resource';
import { isRecord } from '../../record';
import type { Route } from './route';
import { toSnakeCase } from '../../snake-case';

/** The members of an object of a request. */
export type Members = Readonly<Record<string, unknown>>;

/** Where a member of a resource occurs: in answers, in requests that make one, in requests that change one. */
export type Place = 'answer' | 'create' | 'update';

/** A member of a resource: what its REST paths call it, and what the schema does. */
export interface Member {
  /** The name in answers and requests; requests may write it in snake_case too. Dots lead into objects of a request. */
  readonly wire: string;
  /** In the schema; default: the same name. */
  readonly field?: string;
  /** Default: everywhere. */
  readonly in?: readonly Place[];
  /** The members of the object that it is, or of each in its list. */
  readonly members?: readonly Member[];
  /** True where the schema has the list as the nodes of a page. */
  readonly isPage?: boolean;
  /** Requests may also have it in this object, or write the object's name before it: `campaign.targeting`. */
  readonly within?: string;
  /** For descriptions of answers, where REST has the value in another form than the schema. */
  readonly says?: string;
  /** Makes the schema's value of a request's; undefined: there is none. Checks nothing. */
  readonly read?: (value: unknown) => unknown;
}

/** Members of answers alone, which the schema names alike. */
export function readOnly(...names: readonly string[]): readonly Member[] {
  return names.map((wire) => ({ wire, in: ['answer'] }));
}

/** Members of a resource's table that REST does not have. */
export function unshown(...names: readonly string[]): readonly Member[] {
  return names.map((wire) => ({ wire, in: [] }));
}

/** The members of a resource in the order of its table: those that `differing` names are as it says, all others alike. */
export function membersOfResource(
  { members }: Resource,
  differing: readonly Member[],
): readonly Member[] {
  const named = new Map(differing.map((member) => [member.field ?? member.wire, member]));
  const own = Object.entries(members).flatMap(
    ([wire, { is, set, isHidden }]): readonly Member[] => {
      const other = named.get(wire);
      if (isHidden === true && !other) return [];
      return [{ wire, in: placesOf(set), ...readerOf(is), ...other }];
    },
  );
  return [...own, ...differing.filter(({ wire, field = wire }) => !Object.hasOwn(members, field))];
}

/** REST's own words for members of an answer, by their paths from the one that has them. */
export function wordsOf(
  members: readonly Member[],
  path: string,
): Readonly<Record<string, string>> {
  const words = members.flatMap(({ wire, says, members: own = [] }) => {
    const place = `${path}.${wire}`;
    const inside = Object.entries(wordsOf(own, place));
    return says === undefined ? inside : [[place, says] as const, ...inside];
  });
  return Object.fromEntries(words);
}

function placesOf(set: Settable | undefined): readonly Place[] {
  if (set === undefined) return ['answer'];
  return set === 'always' ? ['answer', 'create', 'update'] : ['answer', set];
}

/** Requests may give an amount as a number, and the value of a closed set in any case. */
function readerOf({ type, values }: Resource['members'][string]['is']): Pick<Member, 'read'> {
  if (type === AmountScalar) return { read: toAmountText };
  return values ? { read: toLowerCase } : {};
}

export function toLowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

const exactDecimal = /^-?\d+(?:\.\d{1,11})?$/;

/**
 * An amount that a request may give as a number, or as text: decimal text, to 11 digits after the point. A number is
 * the decimal that the request has written, where 11 digits hold it: `toFixed` would print the float beside it.
 */
function toAmountText(value: unknown): unknown {
  if (typeof value !== 'number' || Math.abs(value) >= 1e21) return value;
  const written = String(value);
  return exactDecimal.test(written) ? written : value.toFixed(11);
}

/** REST has lists inside of a resource whole: none has more. */
const mostNodes = 100;

/** The selection that an operation makes of a resource: its answers have the members in the order of the table. */
export function selectionOf(members: readonly Member[]): string {
  return membersIn(members, 'answer')
    .map(({ wire, field, members: own, isPage }) => {
      const name = field === undefined ? wire : `${wire}: ${field}`;
      if (!own) return name;
      return isPage
        ? `${name}(first: ${mostNodes}) { nodes { ${selectionOf(own)} } }`
        : `${name} { ${selectionOf(own)} }`;
    })
    .join(' ');
}

/** The member of a request that has this name in the table. */
export type MemberReader = (body: Members, wire: string) => unknown;

/** The members of a request's object that the schema knows. */
export function toInput(
  members: readonly Member[],
  place: Place,
  body: Members,
  readAs: MemberReader = readMember,
): Members {
  const input = membersIn(members, place).map((member) => {
    const { wire, field = wire, members: own, read = (value) => value } = member;
    const value = valueOf(member, body, readAs);
    const toOwn = (item: unknown) =>
      own && isRecord(item) ? toInput(own, place, item, readAs) : item;
    return [field, read(own && Array.isArray(value) ? value.map(toOwn) : value)] as const;
  });
  // The compiled operation takes a member without a value for null.
  return Object.fromEntries(input.filter(([, value]) => value !== undefined));
}

/** The same of a whole body; the schema refuses one that is not an object. */
export function toInputOfBody(
  members: readonly Member[],
  place: Place,
  body: unknown,
  readAs?: MemberReader,
): unknown {
  return isRecord(body) ? toInput(members, place, body, readAs) : body;
}

/** Names the bad fields of a variable `input` as the request does, each in the request's spelling. */
export function nameOfInput(members: readonly Member[]): NonNullable<Route['nameOf']> {
  return (path, { body }) => {
    const names = path.replace(/^input\.?/, '');
    return names === '' ? 'body' : namesIn(members, names.split('.'), membersOf(body)).join('.');
  };
}

function membersIn(members: readonly Member[], place: Place): readonly Member[] {
  return members.filter((member) => member.in?.includes(place) ?? true);
}

function valueOf({ wire, within }: Member, body: Members, readAs: MemberReader): unknown {
  if (within === undefined) return readAs(body, wire);
  if (Object.hasOwn(body, wire)) return body[wire];
  const joined = `${within}.${wire}`;
  return Object.hasOwn(body, joined) ? body[joined] : readAs(membersOf(body[within]), wire);
}

/** The name that a request has for a path of the schema. */
function namesIn(
  members: readonly Member[],
  names: readonly string[],
  value: unknown,
): readonly string[] {
  const [name, ...inside] = names;
  if (name === undefined) return [];
  // A number is a place in a list, of documents of requests too, which have no body.
  if (/^\d+$/.test(name)) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return [name, ...namesIn(members, inside, items[Number(name)])];
  }
  const member = members.find(({ wire, field = wire }) => field === name);
  // A member of no table is called alike in the schema and in the request.
  if (!member) return names;
  const its = isRecord(value) ? valueOf(member, value, readMember) : undefined;
  return [nameOf(member, value, its), ...namesIn(member.members ?? [], inside, its)];
}

/** The members of what is an object; of anything else none. */
export function membersOf(value: unknown): Members {
  return isRecord(value) ? value : {};
}

function nameOf({ wire, within }: Member, body: unknown, value: unknown): string {
  const isWithin = within !== undefined && isRecord(body) && !Object.hasOwn(body, wire);
  return isWithin && value !== undefined ? `${within}.${wire}` : nameAsSent(body, wire);
}

/**
 * A member of a management request, named as here or in snake_case: texts are trimmed, an empty one is null.
 *
 * @see docs/reference-clients.md §1.1
 */
export function readMember(body: Members, name: string): unknown {
  const found = [name, toSnakeCase(name)].find((spelling) => Object.hasOwn(body, spelling));
  const value = found === undefined ? undefined : body[found];
  return typeof value === 'string' ? value.trim() || null : value;
}

/** A member of a request about accounts, whose texts stay as they are: a password may begin with a blank. */
export function readAsIs(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inside, name) =>
        isRecord(inside) ? (inside[name] ?? inside[toSnakeCase(name)]) : undefined,
      body,
    );
}

/**
 * A path of members, dots between them, as a management request spells each: in camelCase as here, or in snake_case.
 */
function nameAsSent(body: unknown, path: string): string {
  let inside = body;
  const names = path.split('.').map((name) => {
    const snake = toSnakeCase(name);
    const isSnake =
      isRecord(inside) && !Object.hasOwn(inside, name) && Object.hasOwn(inside, snake);
    const sent = isSnake ? snake : name;
    inside = isRecord(inside) ? inside[sent] : undefined;
    return sent;
  });
  return names.join('.');
}
