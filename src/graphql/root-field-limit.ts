import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';

/**
 * Allows a mutation so many fields at its root, those of fragments included: each of them is work of its own, which no
 * depth or cost of the selection tells.
 */
export function limitRootFields(most: number): ValidationRule {
  return (context) => ({
    OperationDefinition(node) {
      if (node.operation !== OperationTypeNode.MUTATION) return;
      const count = countFields(node.selectionSet, context, new Set());
      if (count > most)
        context.reportError(
          new GraphQLError(`a mutation may have ${most} fields at its root, not ${count}`, {
            nodes: node,
          }),
        );
    },
  });
}

/** @param seen names of fragments under way: a fragment within itself is refused by another rule */
function countFields(
  { selections }: SelectionSetNode,
  context: ValidationContext,
  seen: ReadonlySet<string>,
): number {
  let count = 0;
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) count += 1;
    else if (selection.kind === Kind.INLINE_FRAGMENT)
      count += countFields(selection.selectionSet, context, seen);
    else if (!seen.has(selection.name.value)) {
      const fragment = context.getFragment(selection.name.value);
      const within = new Set([...seen, selection.name.value]);
      if (fragment) count += countFields(fragment.selectionSet, context, within);
    }
  }
  return count;
}
