import { arrayIndex } from '../bson/paths';
import type { Value } from '../bson/values';

/** Filled in by a match: the index of the element that matched in the outermost array on the way. */
export interface MatchDetails {
  position?: number;
}

/** Says that a value, or a value that a path leads to from it, satisfies a condition. */
export type Matcher = (value: Value | undefined, details?: MatchDetails) => boolean;

/** A dotted path, split once; `positions` has -1 where a component cannot be an array index. */
export interface Path {
  readonly components: readonly string[];
  readonly positions: readonly number[];
}

export function toPath(path: string): Path {
  const components = path.split('.');
  return { components, positions: components.map(arrayIndex) };
}

/**
 * Tests what a path leads to as MongoDB's matcher does: documents in arrays on the way are all
 * tried, a numeric component also names an element; an array at the end is tried element by element,
 * then whole (`whole`: only whole). Nothing at the end is tested as undefined, but an array on the
 * way without documents has no end at all and never matches.
 */
export function matchAt(path: Path, test: Matcher, leaf: 'each' | 'whole' = 'each'): Matcher {
  const { components, positions } = path;
  const leafTest = leaf === 'each' ? matchEach(test) : test;
  const [name, ...others] = components;
  if (name !== undefined && others.length === 0) {
    return (value, details) =>
      value instanceof Map ? leafTest(value.get(name), details) : descend(value, 0, details);
  }

  function descend(value: Value | undefined, depth: number, details?: MatchDetails): boolean {
    const component = components[depth];
    if (component === undefined) return leafTest(value, details);
    if (value instanceof Map) return descend(value.get(component), depth + 1, details);
    if (!Array.isArray(value)) return test(undefined, details);
    return value.some((element, index) => {
      const matches =
        (element instanceof Map && descend(element, depth, details)) ||
        (index === positions[depth] && descendElement(element, depth + 1, details));
      if (matches && details) details.position = index;
      return matches;
    });
  }

  /** An element that its index names is not taken apart when the path ends there. */
  function descendElement(element: Value, depth: number, details?: MatchDetails): boolean {
    if (depth === components.length) return test(element, details);
    if (element instanceof Map || Array.isArray(element)) return descend(element, depth, details);
    return false;
  }

  return (value, details) => descend(value, 0, details);
}

function matchEach(test: Matcher): Matcher {
  return (value, details) => {
    if (!Array.isArray(value)) return test(value, details);
    for (let index = 0; index < value.length; index += 1) {
      if (test(value[index], details)) {
        if (details) details.position = index;
        return true;
      }
    }
    return test(value, details);
  };
}
