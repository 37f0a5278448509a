import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLSchema,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { defaultPageSize, maxPageSize } from '../lists/page';
import { createFragmentMemo } from './fragment-memo';

/** What a selection costs: once, and again for each item when it is the selection of a page. */
interface Cost {
  readonly once: number;
  readonly perItem: number;
}

export interface CostOf {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Cost of each item that is read, whatever is shown of it, unless its list declares another `readCost`. */
const usualReadCost = 10;
/** Cost of each page: it is counted, found and read by commands of its own. */
const pageCost = 1_500;
const free: Cost = { once: 0, perItem: 0 };

/**
 * What an operation may cost: about one for every value of its longest possible answer, and some for every item that is
 * read. A page counts as many items as `first` asks for, any other list what its field declares (`listSize`), read from the database each if it says so (`isStored`).
 * The document is a valid one.
 */
export function costOf(schema: GraphQLSchema, { document, operation, variables }: CostOf): number {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
  const ofFragment = createFragmentMemo(
    (name) => fragments.get(name) ?? null,
    ({ typeCondition, selectionSet }) => ofSelection(selectionSet, typeCondition.name.value),
    free,
  );

  function ofSelection({ selections }: SelectionSetNode, type: string): Cost {
    let [once, perItem] = [0, 0];
    for (const node of selections) {
      const cost =
        node.kind === Kind.FIELD
          ? ofField(node, type)
          : node.kind === Kind.FRAGMENT_SPREAD
            ? ofFragment(node.name.value)
            : ofSelection(node.selectionSet, node.typeCondition?.name.value ?? type);
      once += cost.once;
      perItem += cost.perItem;
    }
    return { once, perItem };
  }

  function ofField(node: FieldNode, type: string): Cost {
    const parent = schema.getType(type);
    const field = isObjectType(parent) ? parent.getFields()[node.name.value] : undefined;
    // Introspection, which has limits of its own.
    if (!field) return { once: 1, perItem: 0 };
    const inside = node.selectionSet
      ? ofSelection(node.selectionSet, getNamedType(field.type).name)
      : free;
    if (isPage(field)) {
      const items = pageSize(node, variables);
      return {
        once: pageCost + inside.once + items * (readCost(field) + inside.perItem),
        perItem: 0,
      };
    }
    if (isListType(getNullableType(field.type)) && isPageType(parent))
      return { once: 1, perItem: 1 + inside.once };
    const size = listSize(field);
    if (size === null) return { once: 1 + inside.once, perItem: 0 };
    const perItem = inside.once + (field.extensions['isStored'] === true ? readCost(field) : 0);
    return { once: 1 + size * perItem, perItem: 0 };
  }

  return ofSelection(operation.selectionSet, schema.getRootType(operation.operation)?.name ?? '')
    .once;
}

function readCost({ extensions }: GraphQLField<unknown, unknown>): number {
  return typeof extensions['readCost'] === 'number' ? extensions['readCost'] : usualReadCost;
}

/** Whether its list is as long as its argument `first` says. */
function isPage({ args }: GraphQLField<unknown, unknown>): boolean {
  return args.some(({ name }) => name === 'first');
}

function isPageType(type: unknown): boolean {
  return isObjectType(type) && type.getFields()['pageInfo'] !== undefined;
}

function pageSize(
  { arguments: given }: FieldNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const value = given?.find(({ name }) => name.value === 'first')?.value;
  if (value === undefined || value.kind === Kind.NULL) return defaultPageSize;
  const first =
    value.kind === Kind.VARIABLE ? (variables[value.name.value] ?? maxPageSize) : readNumber(value);
  return typeof first === 'number' && first < maxPageSize ? first : maxPageSize;
}

function readNumber(value: { readonly kind: Kind }): number {
  return 'value' in value ? Number(value.value) : maxPageSize;
}

/** How many items a list of objects that is no page has in general; null when its field does not say so. */
export function listSize({ extensions }: GraphQLField<unknown, unknown>): number | null {
  return typeof extensions['listSize'] === 'number' ? extensions['listSize'] : null;
}
