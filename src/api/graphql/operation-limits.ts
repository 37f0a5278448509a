import {
  type ASTVisitor,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
import { createFragmentMemo } from '../../platform/graphql/fragment-memo';

/** How large a selection is, its fragments included as often as they are spread. */
interface Extent {
  /** Levels of fields; those of introspection do not count, they are limited by their lists. */
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  /** Fields of its first level. */
  readonly fields: number;
  readonly introspections: number;
  /** Lists of introspection inside each other. */
  readonly introspectionLists: number;
}

export type OperationLimits = Readonly<
  Record<'maxDepth' | 'maxAliases' | 'maxDirectives' | 'maxRootFields', number>
>;

const nothing: Extent = {
  depth: 0,
  aliases: 0,
  directives: 0,
  fields: 0,
  introspections: 0,
  introspectionLists: 0,
};
const introspectionFields: ReadonlySet<string> = new Set(['__schema', '__type']);
const introspectionLists: ReadonlySet<string> = new Set([
  'fields',
  'inputFields',
  'interfaces',
  'possibleTypes',
]);

/**
 * Refuses operations that are larger than one may be. Each fragment is measured once, wherever it is spread: the walk is
 * linear in the document.
 */
export function limitOperations(limits: OperationLimits): ValidationRule {
  return (context): ASTVisitor => {
    const ofFragment = createFragmentMemo(
      (name) => context.getFragment(name) ?? null,
      (fragment) => measure(fragment.selectionSet),
      nothing,
    );

    function measure({ selections }: SelectionSetNode): Extent {
      return selections.map(measureSelection).reduce(add, nothing);
    }

    function measureSelection(node: SelectionNode): Extent {
      const directives = node.directives?.length ?? 0;
      if (node.kind === Kind.FIELD) {
        const inside = node.selectionSet ? measure(node.selectionSet) : nothing;
        const isIntrospection = introspectionFields.has(node.name.value);
        return {
          depth: isIntrospection ? 1 : inside.depth + 1,
          aliases: inside.aliases + (node.alias ? 1 : 0),
          directives: inside.directives + directives,
          fields: 1,
          introspections: inside.introspections + (isIntrospection ? 1 : 0),
          introspectionLists:
            inside.introspectionLists + (introspectionLists.has(node.name.value) ? 1 : 0),
        };
      }
      const inside =
        node.kind === Kind.INLINE_FRAGMENT
          ? measure(node.selectionSet)
          : ofFragment(node.name.value);
      return { ...inside, directives: inside.directives + directives };
    }

    return {
      OperationDefinition(node) {
        const extent = measure(node.selectionSet);
        const directives = extent.directives + (node.directives?.length ?? 0);
        const problem = findProblem({ ...extent, directives }, node.operation, limits);
        if (problem !== null) context.reportError(new GraphQLError(problem, { nodes: node }));
        return false;
      },
      FragmentDefinition: () => false,
    };
  };
}

function add(one: Extent, other: Extent): Extent {
  return {
    depth: Math.max(one.depth, other.depth),
    aliases: one.aliases + other.aliases,
    directives: one.directives + other.directives,
    fields: one.fields + other.fields,
    introspections: one.introspections + other.introspections,
    introspectionLists: Math.max(one.introspectionLists, other.introspectionLists),
  };
}

function findProblem(
  extent: Extent,
  operation: OperationTypeNode,
  { maxDepth, maxAliases, maxDirectives, maxRootFields }: OperationLimits,
): string | null {
  if (operation === OperationTypeNode.SUBSCRIPTION) return 'there are no subscriptions';
  if (operation === OperationTypeNode.MUTATION && extent.fields > maxRootFields)
    return `a mutation may have ${maxRootFields} fields at its root, not ${extent.fields}`;
  if (extent.aliases > maxAliases)
    return `an operation may have ${maxAliases} aliases, not ${extent.aliases}`;
  if (extent.directives > maxDirectives)
    return `an operation may have ${maxDirectives} directives, not ${extent.directives}`;
  if (extent.introspections === 0)
    return extent.depth > maxDepth
      ? `fields may be nested ${maxDepth} deep, not ${extent.depth}`
      : null;
  // Each part of the schema is told once, whatever the document.
  if (extent.introspections > 1 || extent.aliases > 0)
    return 'introspection stands alone: one __schema or one __type, and no aliases';
  if (extent.introspectionLists > 1)
    return 'fields, inputFields, interfaces and possibleTypes may not be inside each other';
  return null;
}
