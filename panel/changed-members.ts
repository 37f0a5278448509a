/**
 * The members that a person has changed. Those that nobody has touched stay as they are, also where somebody else changes them meanwhile.
 *
 * @param before as they were when the typing began
 * @param values the values that changed members get, where these are not just those that were typed
 */
export function changedMembers<Terms extends object>(
  before: Terms,
  typed: Terms,
  values: Terms = typed,
): Partial<Terms> {
  const isSame = (name: string) =>
    JSON.stringify(Reflect.get(before, name)) === JSON.stringify(Reflect.get(typed, name));
  const changed: Partial<Terms> = { ...values };
  for (const name of Object.keys(changed).filter(isSame)) Reflect.deleteProperty(changed, name);
  return changed;
}
