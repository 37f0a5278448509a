import type { FragmentDefinitionNode } from 'graphql';

/**
 * Makes a function that computes something of a fragment by its name, once for each fragment. Without that, fragments
 * that spread others twice would double the work at every level.
 *
 * @param none of a fragment that is unknown, or inside itself; other rules refuse both
 */
export function createFragmentMemo<Value>(
  find: (name: string) => FragmentDefinitionNode | null,
  compute: (fragment: FragmentDefinitionNode) => Value,
  none: Value,
): (name: string) => Value {
  const known = new Map<string, Value>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const fragment = find(name);
    known.set(name, none);
    const value = fragment ? compute(fragment) : none;
    known.set(name, value);
    return value;
  };
}
