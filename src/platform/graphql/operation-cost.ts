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
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { defaultPageSize, maxPageSize } from '../lists/page';
import { createFragmentMemo } from './fragment-memo';

/**
 * The cost of a selection: `once`; `perItem` for each item of a page; `together` for a read that serves all items of
 * the answer.
 */
interface Cost {
  readonly once: number;
  readonly perItem: number;
  readonly together: number;
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
/** The cost of a field that is read together with others of its kind. */
const nestedPageCost = 50;
const free: Cost = { once: 0, perItem: 0, together: 0 };

/**
 * Counts the cost of an operation: about 1 for every value of its longest possible answer, and more for every item that
 * is read. A page counts and reads as many items as `first` asks for, or reads its whole list where the field says so
 * (`readsAll`). Any other list counts the length that its field declares (`listSize`), and its items are read from the
 * database where the field says so (`isStored`). A read for all items together counts where its field stands in the
 * document (`readsTogether`). The document must be valid.
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
    let [once, perItem, together] = [0, 0, 0];
    for (const node of selections) {
      const cost =
        node.kind === Kind.FIELD
          ? ofField(node, type)
          : node.kind === Kind.FRAGMENT_SPREAD
            ? ofFragment(node.name.value)
            : ofSelection(node.selectionSet, node.typeCondition?.name.value ?? type);
      once += cost.once;
      perItem += cost.perItem;
      together += cost.together;
    }
    return { once, perItem, together };
  }

  function ofField(node: FieldNode, type: string): Cost {
    const parent = schema.getType(type);
    const field = isObjectType(parent) ? parent.getFields()[node.name.value] : undefined;
    // Introspection, which has limits of its own.
    if (!field) return { ...free, once: 1 };
    const inside = node.selectionSet
      ? ofSelection(node.selectionSet, getNamedType(field.type).name)
      : free;
    const together = inside.together + readsTogether(field);
    if (isPage(field)) {
      const items = pageSize(node, field, { operation, variables });
      const known = readsAll(field);
      // A later page is one of its own; the others are read together.
      const once =
        known === null || isLaterPage(node)
          ? pageCost + items * readCost(field)
          : nestedPageCost + known * readCost(field);
      const shown = known === null ? items : Math.min(items, known);
      // A list that is no connection has its items at once.
      const ofPage = isList(field) ? shown * inside.once : inside.once + shown * inside.perItem;
      return { once: once + ofPage, perItem: 0, together };
    }
    if (isList(field) && isPageType(parent)) return { once: 1, perItem: 1 + inside.once, together };
    const size = listSize(field);
    if (size === null) return { once: ownCost(field) + inside.once, perItem: 0, together };
    const perItem = inside.once + (field.extensions['isStored'] === true ? readCost(field) : 0);
    return { once: 1 + size * perItem, perItem: 0, together };
  }

  const root = schema.getRootType(operation.operation)?.name ?? '';
  const { once, together } = ofSelection(operation.selectionSet, root);
  return once + together;
}

function readCost({ extensions }: GraphQLField<unknown, unknown>): number {
  return typeof extensions['readCost'] === 'number' ? extensions['readCost'] : usualReadCost;
}

/** How many items are read of a list that is read whole, whatever is asked for; null: as many as are asked for. */
function readsAll({ extensions }: GraphQLField<unknown, unknown>): number | null {
  return typeof extensions['readsAll'] === 'number' ? extensions['readsAll'] : null;
}

/** Cost of what a field reads once, for all items of which it is asked. */
function readsTogether({ extensions }: GraphQLField<unknown, unknown>): number {
  return typeof extensions['readsTogether'] === 'number' ? extensions['readsTogether'] : 0;
}

const isLaterPage = ({ arguments: given }: FieldNode): boolean =>
  given?.some(({ name }) => name.value === 'after') ?? false;

/** The cost of a value that takes more than to be sent. */
function ownCost({ extensions }: GraphQLField<unknown, unknown>): number {
  return typeof extensions['cost'] === 'number' ? extensions['cost'] : 1;
}

/** Says that a list is as long as the argument `first` says. */
function isPage({ args }: GraphQLField<unknown, unknown>): boolean {
  return args.some(({ name }) => name === 'first');
}

const isList = ({ type }: GraphQLField<unknown, unknown>): boolean =>
  isListType(getNullableType(type));

function isPageType(type: unknown): boolean {
  return isObjectType(type) && type.getFields()['pageInfo'] !== undefined;
}

/**
 * The items that `first` asks for, or its default; no list gives more than it declares. A size that is none counts as the
 * greatest one: its field is refused when it is answered, which may be never.
 */
function pageSize(
  { arguments: given }: FieldNode,
  field: GraphQLField<unknown, unknown>,
  asked: Pick<CostOf, 'operation' | 'variables'>,
): number {
  const most = listSize(field) ?? maxPageSize;
  const usual = field.args.find(({ name }) => name === 'first')?.defaultValue;
  const value = given?.find(({ name }) => name.value === 'first')?.value;
  const first = value && valueOf(value, asked);
  if (first == null) return typeof usual === 'number' ? usual : defaultPageSize;
  return typeof first === 'number' && first >= 1 && first < most ? first : most;
}

/** The value that an argument is given; null or undefined: its default holds. */
function valueOf(
  node: ValueNode,
  { operation, variables }: Pick<CostOf, 'operation' | 'variables'>,
) {
  if (node.kind !== Kind.VARIABLE) return valueFromASTUntyped(node);
  const name = node.name.value;
  if (Object.hasOwn(variables, name)) return variables[name];
  const definition = operation.variableDefinitions?.find(
    ({ variable }) => variable.name.value === name,
  );
  return definition?.defaultValue && valueFromASTUntyped(definition.defaultValue);
}

/** How many items a list of objects that is no page has in general; null when its field does not say so. */
export function listSize({ extensions }: GraphQLField<unknown, unknown>): number | null {
  return typeof extensions['listSize'] === 'number' ? extensions['listSize'] : null;
}
