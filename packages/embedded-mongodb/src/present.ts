/**
 * The value, which is there by a rule that its type does not tell. Null is a value: documents have it.
 *
 * @param invariant a sentence: the rule that would be broken
 * @throws {Error} with the sentence, where the value is absent: a bug.
 */
export function assertPresent<Value>(value: Value | undefined, invariant: string): Value {
  if (value === undefined) throw new Error(`a rule is broken: ${invariant}`);
  return value;
}
