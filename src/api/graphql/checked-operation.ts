import {
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  getOperationAST,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  type InlineFragmentNode,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { AskedOperation } from './asked-operation';
import { assertAffordable, limitOperations, operationLimits } from './operation-limits';

/** An operation that fits the schema and the limits. */
export interface CheckedOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** @throws {GraphQLError} the first thing that is wrong with it. */
export type OperationChecker = (asked: AskedOperation) => CheckedOperation;

/** Unique documents may pin no more than this, beside those that are in use. */
const cacheBytes = 2 * 2 ** 20;

/** Checks operations of streams by the rules of `/graphql`; all that send the same document share what was parsed. */
export function createOperationChecker(
  schema: GraphQLSchema,
  { allowsIntrospection }: { readonly allowsIntrospection: boolean },
): OperationChecker {
  const rules = [
    ...specifiedRules,
    ...(allowsIntrospection ? [] : [NoSchemaIntrospectionCustomRule]),
    limitOperations({ ...operationLimits, takesSubscriptions: true }),
  ];
  const options = { maxErrors: operationLimits.maxErrors, hideSuggestions: !allowsIntrospection };
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: cacheBytes,
    // A parsed document takes some thirty times its text.
    sizeCalculation: (_document, text) => 30 * text.length + 1,
  });

  function read(text: string): DocumentNode {
    const known = documents.get(text);
    if (known) return known;
    const document = parse(text, { maxLexicalTokens: operationLimits.maxTokens });
    const [problem] = validate(schema, document, rules, options);
    if (problem) throw problem;
    documents.set(text, document);
    return document;
  }

  return ({ query, operationName, variables }) => {
    try {
      const document = read(query);
      const operation = getOperationAST(document, operationName);
      if (!operation)
        throw new GraphQLError('the document must have one operation, or one of the name');
      if (operation.operation === OperationTypeNode.SUBSCRIPTION)
        assertUnconditional(document, operation.selectionSet);
      assertAffordable(schema, { document, operation, variables });
      return { document, operation };
    } catch (error) {
      throw error instanceof GraphQLError ? asRefusal(error) : error;
    }
  };
}

/** GraphQL's own refusals have no code. */
function asRefusal(error: GraphQLError): GraphQLError {
  if (error.extensions['code'] !== undefined) return error;
  const { message, nodes = null, source = null, positions = null } = error;
  const extensions = { code: 'GRAPHQL_VALIDATION_FAILED' };
  return new GraphQLError(message, { nodes, source, positions, extensions });
}

/** The fields that the operation asks for; a subscription has one. */
export function rootFieldOf(
  schema: GraphQLSchema,
  { document, operation }: CheckedOperation,
): GraphQLField<unknown, unknown> {
  const node = findFirstField(document, operation.selectionSet);
  const fields = schema.getRootType(operation.operation)?.getFields();
  const field = node && fields?.[node.name.value];
  if (!field) throw new GraphQLError('the operation asks for nothing');
  return field;
}

/**
 * A subscription asks for one field, whatever its variables.
 *
 * @see GraphQL, September 2025, §5.2.4.1
 */
function assertUnconditional(document: DocumentNode, { selections }: SelectionSetNode): void {
  for (const node of selections) {
    if (node.directives?.length)
      throw new GraphQLError('what a subscription asks for must have no directives', {
        nodes: node,
      });
    const inside = node.kind === Kind.FIELD ? null : insideOf(document, node);
    if (inside) assertUnconditional(document, inside);
  }
}

/** The fields of a fragment. */
function insideOf(
  document: DocumentNode,
  node: FragmentSpreadNode | InlineFragmentNode,
): SelectionSetNode | null {
  if (node.kind === Kind.INLINE_FRAGMENT) return node.selectionSet;
  const found = document.definitions.find(
    (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === node.name.value,
  );
  return found && 'selectionSet' in found ? found.selectionSet : null;
}

function findFirstField(
  document: DocumentNode,
  { selections }: SelectionSetNode,
): FieldNode | null {
  for (const node of selections) {
    if (node.kind === Kind.FIELD) return node;
    const inside = insideOf(document, node);
    const field = inside ? findFirstField(document, inside) : null;
    if (field) return field;
  }
  return null;
}
