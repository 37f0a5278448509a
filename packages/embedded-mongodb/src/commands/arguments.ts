import { Decimal128, Double } from 'bson';
import { typeName } from '../bson/types';
import { decodeDocument, type Doc, encodeDocument, type Value } from '../bson/values';
import { badValue, locationError, notSupported, typeMismatch } from '../errors';

/**
 * The type of a command's member. `refused` names one of MongoDB's that this server lacks: null,
 * false and empty values pass, since they ask for nothing. `ignored` has no effect here by nature.
 */
export type MemberType =
  | 'document'
  | 'documents'
  | 'array'
  | 'string'
  | 'boolean'
  | 'number'
  | 'any'
  | 'ignored'
  | 'refused';

export type Members = Readonly<Record<string, MemberType>>;

/** The members of a command, their names by type and separated by spaces. */
export function members(names: Readonly<Partial<Record<MemberType, string>>>): Members {
  const types = Object.entries(names) as [MemberType, string][];
  return Object.fromEntries(
    types.flatMap(([type, list]) => list.split(' ').map((name) => [name, type] as const)),
  );
}

const genericMembers = members({
  string: '$db',
  document: 'lsid readConcern writeConcern',
  boolean: 'autocommit startTransaction',
  number: 'txnNumber maxTimeMS',
  ignored: 'comment $readPreference $clusterTime apiVersion apiStrict apiDeprecationErrors',
});

const isNumber = (value: Value): boolean =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  value instanceof Double ||
  value instanceof Decimal128;

const checks: Readonly<Record<MemberType, (value: Value) => boolean>> = {
  document: (value) => value instanceof Map,
  documents: (value) => Array.isArray(value) && value.every((item) => item instanceof Map),
  array: (value) => Array.isArray(value),
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean' || isNumber(value),
  number: isNumber,
  any: () => true,
  ignored: () => true,
  refused: () => true,
};

const asksForNothing = (value: Value): boolean =>
  value === null || value === false || value === 0 || (value instanceof Map && value.size === 0);

/** A number of any BSON type as a JavaScript number. */
export function toNumber(value: Value): number {
  if (value instanceof Double) return value.value;
  return Number(value instanceof Decimal128 ? value.toString() : value);
}

/** The checked members of a command, or of a document inside one. */
export class Arguments {
  readonly #name: string;
  readonly #values: Doc;
  readonly #sequences: ReadonlyMap<string, readonly Uint8Array[]>;

  /**
   * @param name for messages: `find`, `update.updates`
   * @throws {MongoError} 40415 for an unknown member, TypeMismatch (14) for one of a wrong type,
   * CommandNotSupported (115) for one that this server lacks
   */
  constructor(
    name: string,
    values: Doc,
    members: Members,
    sequences: ReadonlyMap<string, readonly Uint8Array[]> = new Map(),
  ) {
    this.#name = name;
    this.#values = values;
    this.#sequences = sequences;
    const isCommand = !name.includes('.');
    for (const [member, value] of values) {
      const type = Object.hasOwn(members, member)
        ? members[member]
        : isCommand && Object.hasOwn(genericMembers, member)
          ? genericMembers[member]
          : undefined;
      this.#check(member, value, type);
    }
    for (const member of sequences.keys()) {
      const isKnown = Object.hasOwn(members, member) && members[member] === 'documents';
      if (!isKnown || values.has(member)) throw this.#unknown(member);
    }
  }

  #unknown(member: string): Error {
    return locationError(40415, `BSON field '${this.#name}.${member}' is an unknown field.`);
  }

  #check(member: string, value: Value, type: MemberType | undefined): void {
    if (type === undefined) throw this.#unknown(member);
    if (type === 'refused' && !asksForNothing(value)) {
      throw notSupported(`the embedded database does not support '${member}' of ${this.#name}`);
    }
    if (value === null && type !== 'any') this.#values.delete(member);
    else if (!checks[type](value)) {
      throw typeMismatch(
        `BSON field '${this.#name}.${member}' is the wrong type '${typeName(value)}', expected type '${type}'`,
      );
    }
  }

  has(member: string): boolean {
    return this.#values.has(member) || this.#sequences.has(member);
  }

  value(member: string): Value | undefined {
    return this.#values.get(member);
  }

  /** Undefined when it is missing; the constructor has refused other types, if the member is declared so. */
  doc(member: string): Doc | undefined {
    const value = this.#values.get(member);
    return value instanceof Map ? value : undefined;
  }

  /** The same of an array. */
  array(member: string): readonly Value[] | undefined {
    const value = this.#values.get(member);
    return Array.isArray(value) ? value : undefined;
  }

  /** The same of an array of documents. */
  docs(member: string): readonly Doc[] | undefined {
    return this.array(member)?.filter((value) => value instanceof Map);
  }

  /** @throws {MongoError} 40414 when it is missing */
  string(member: string): string {
    const value = this.#values.get(member);
    if (typeof value === 'string') return value;
    throw this.missing(member);
  }

  boolean(member: string): boolean {
    const value = this.#values.get(member);
    if (value === undefined || typeof value === 'boolean') return value === true;
    return toNumber(value) !== 0;
  }

  /** @throws {MongoError} BadValue (2) unless it is a whole number; 51024 below 0, but for `maxTimeMS` */
  count(member: string): number | undefined {
    const value = this.#values.get(member);
    if (value === undefined) return undefined;
    const number = toNumber(value);
    if (Number.isSafeInteger(number) && number >= 0) return number;
    const path = `${this.#name}.${member}`;
    const message = `BSON field '${path}' value must be a whole number >= 0, actual value '${number}'`;
    const hasOwnCode = number < 0 && member !== 'maxTimeMS';
    throw hasOwnCode ? locationError(51024, message) : badValue(message);
  }

  /** A document sequence, or a plain array of the same name, as bytes. */
  rawDocuments(member: string): readonly Uint8Array[] {
    const sequence = this.#sequences.get(member);
    if (sequence) return sequence;
    const values = this.docs(member);
    if (values) return values.map(encodeDocument);
    throw this.missing(member);
  }

  /** A document sequence, or a plain array of the same name, decoded. */
  documents(member: string): readonly Doc[] {
    const sequence = this.#sequences.get(member);
    if (sequence) return sequence.map((bytes) => decodeDocument(bytes));
    const values = this.docs(member);
    if (values) return values;
    throw this.missing(member);
  }

  missing(member: string): Error {
    const path = `${this.#name}.${member}`;
    return locationError(40414, `BSON field '${path}' is missing but a required field`);
  }
}
