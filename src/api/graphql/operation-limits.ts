import {
  type ASTVisitor,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
import { type CostOf, costOf } from '../../platform/graphql/operation-cost';
import { createFragmentMemo } from '../../platform/graphql/fragment-memo';

/** How large a selection is, its fragments included as often as they are spread. */
interface Extent {
  /** Levels of fields; those of introspection do not count, they are limited by their lists. */
  readonly depth: number;
  readonly aliases: number;
  /** Characters of the longest alias. */
  readonly longestAlias: number;
  readonly directives: number;
  /** Fields of its first level. */
  readonly fields: number;
  readonly introspections: number;
  /** Lists of introspection inside each other. */
  readonly introspectionLists: number;
}

/** Most that a client may ask in one operation. The ad path needs no limits: its documents are our own. */
export const operationLimits = {
  maxDepth: 8,
  maxAliases: 15,
  /** An answer has an alias once for each item. */
  maxAliasLength: 100,
  maxDirectives: 20,
  maxTokens: 1_000,
  /** Each may look for names that are like a wrong one. */
  maxErrors: 5,
  /** See `costOf`. */
  maxCost: 16_000,
  /** Mutations in one operation: each is work of its own. */
  maxRootFields: 4,
} as const;

/** Where subscriptions are answered: they have a path of their own. */
export const streamPath = '/graphql/stream';

export interface OperationLimits
  extends Readonly<
    Record<'maxDepth' | 'maxAliases' | 'maxAliasLength' | 'maxDirectives' | 'maxRootFields', number>
  > {
  readonly takesSubscriptions?: boolean;
}

const nothing: Extent = {
  depth: 0,
  aliases: 0,
  longestAlias: 0,
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
          longestAlias: Math.max(inside.longestAlias, node.alias?.value.length ?? 0),
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
    longestAlias: Math.max(one.longestAlias, other.longestAlias),
    directives: one.directives + other.directives,
    fields: one.fields + other.fields,
    introspections: one.introspections + other.introspections,
    introspectionLists: Math.max(one.introspectionLists, other.introspectionLists),
  };
}

function findProblem(
  extent: Extent,
  operation: OperationTypeNode,
  limits: OperationLimits,
): string | null {
  const { maxDepth, maxAliases, maxAliasLength, maxDirectives, maxRootFields } = limits;
  if (operation === OperationTypeNode.SUBSCRIPTION && !limits.takesSubscriptions)
    return `subscriptions are answered at ${streamPath}, as server-sent events (text/event-stream)`;
  if (operation === OperationTypeNode.MUTATION && extent.fields > maxRootFields)
    return `a mutation may have ${maxRootFields} fields at its root, not ${extent.fields}`;
  if (extent.aliases > maxAliases)
    return `an operation may have ${maxAliases} aliases, not ${extent.aliases}`;
  if (extent.longestAlias > maxAliasLength)
    return `an alias may have ${maxAliasLength} characters, not ${extent.longestAlias}`;
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

/** @throws {GraphQLError} for an operation that could load more than one may. */
export function assertAffordable(schema: GraphQLSchema, asked: CostOf): void {
  const cost = costOf(schema, asked);
  if (cost > operationLimits.maxCost)
    throw new GraphQLError(
      `the operation may cost ${operationLimits.maxCost}, not ${cost}: ask for fewer fields or, by \`first\`, for fewer items, and page on with \`after\``,
      {
        nodes: asked.operation,
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } },
      },
    );
}
