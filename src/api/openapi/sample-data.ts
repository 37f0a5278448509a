import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isRecord } from '../../record';
import { assertPresent } from '../../present';

/** Which of the answers that an operation may have a sample is. */
export interface SampleKind {
  /** Which of the members that may be null are null: all, those that are no objects, or none. */
  readonly nulls: 'all' | 'values' | 'none';
  /** Lists within so many lists have an item; deeper ones are empty. */
  readonly listDepth: number;
}

/** Lists of the schema are not deeper. */
const maxListDepth = 6;

/** Together they show all shapes that answers have. */
export const sampleKinds: readonly SampleKind[] = [
  { nulls: 'all', listDepth: maxListDepth },
  { nulls: 'values', listDepth: maxListDepth },
  ...Array.from({ length: maxListDepth + 1 }, (_none, listDepth) => ({
    nulls: 'none' as const,
    listDepth,
  })),
];

/** Stands for ids and texts: where one of them names a member, any name may. */
export const sampleId = '0123456789abcdef0123456789abcdef';
export const sampleText = 'text';

/** Sample answers, by the names of our scalars. */
const samples: Readonly<Record<string, unknown>> = {
  ID: sampleId,
  String: sampleText,
  Boolean: true,
  Int: 1,
  PositiveInt: 1,
  Count: 1,
  Float: 1,
  Amount: '1.5',
  DateTime: '2026-02-09T12:00:00+00:00',
  JSON: {},
};

/** Data as an operation of our own might answer it: what a record makes of it shows the shape of its answer. */
export function sampleData(
  schema: GraphQLSchema,
  document: DocumentNode,
  kind: SampleKind,
): Readonly<Record<string, unknown>> {
  const typeInfo = new TypeInfo(schema);
  const isFull = kind.nulls === 'none' && kind.listDepth === maxListDepth;
  let number = 1;
  let depth = 0;

  function sampleOf(type: GraphQLOutputType, selected: unknown): unknown {
    const isNeeded = isNonNullType(type);
    const isNull = kind.nulls === 'all' || (kind.nulls === 'values' && selected === undefined);
    if (!isNeeded && isNull) return null;
    const inner: GraphQLOutputType = isNeeded ? type.ofType : type;
    if (isListType(inner)) return depth < kind.listDepth ? [sampleOf(inner.ofType, selected)] : [];
    if (selected !== undefined) return selected;
    const named = getNamedType(inner);
    if (isEnumType(named)) return assertPresent(named.getValues()[0], 'an enum has values').value;
    const sample = samples[named.name];
    if (sample === undefined) throw new Error(`there is no sample of the scalar ${named.name}`);
    // Where they differ, a page of a list has others before and behind it.
    return typeof sample === 'number' && isFull ? (number += 1) : sample;
  }

  const found: unknown = visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Document: { leave: ({ definitions }) => definitions[0] },
      OperationDefinition: { leave: ({ selectionSet }: OperationDefinitionNode) => selectionSet },
      SelectionSet: {
        leave({ selections }) {
          const data: unknown = Object.assign({}, ...selections);
          return data;
        },
      },
      Field: {
        enter() {
          if (isListType(getNullableType(typeInfo.getType()))) depth += 1;
        },
        leave(field: FieldNode) {
          const type = assertPresent(
            typeInfo.getType(),
            'the schema has each field that is selected',
          );
          if (isListType(getNullableType(type))) depth -= 1;
          // By now what is selected of it has become data.
          return { [(field.alias ?? field.name).value]: sampleOf(type, field.selectionSet) };
        },
      },
    }),
  );
  return isRecord(found) ? found : {};
}

/** A field that an operation selects, as the schema declares it. */
export interface FieldFacts {
  /** The name in answers of the object that has it. */
  readonly parent: string;
  readonly depth: number;
  readonly description: string;
  /** The values of an enum. */
  readonly values: readonly string[] | null;
}

/** The fields that an operation selects, as the schema declares them, by their names in answers, the outermost first. */
export function describeFields(
  schema: GraphQLSchema,
  document: DocumentNode,
): ReadonlyMap<string, readonly FieldFacts[]> {
  const facts: (FieldFacts & { readonly name: string })[] = [];
  const typeInfo = new TypeInfo(schema);
  const path: string[] = [];
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field: {
        enter(field) {
          const name = (field.alias ?? field.name).value;
          const definition = assertPresent(
            typeInfo.getFieldDef(),
            'the schema has each field that is selected',
          );
          const type = getNamedType(definition.type);
          facts.push({
            name,
            parent: path.at(-1) ?? '',
            depth: path.length,
            description: definition.description ?? '',
            values: isEnumType(type) ? type.getValues().map(({ value }) => String(value)) : null,
          });
          // Answers have the nodes of a page themselves, in its place.
          path.push(name === 'nodes' ? (path.at(-1) ?? '') : name);
        },
        leave() {
          path.pop();
        },
      },
    }),
  );
  facts.sort((one, other) => one.depth - other.depth);
  return Map.groupBy(facts, ({ name }) => name);
}

export function operationOf(document: DocumentNode): OperationDefinitionNode {
  const found = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (found?.kind !== Kind.OPERATION_DEFINITION) throw new Error('there is no operation');
  return found;
}
