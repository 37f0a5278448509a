/** Makes the input of an edit: members that the person has changed. What others have changed meanwhile stays. */
export function changedMembers<Terms extends object>(before: Terms, typed: Terms): Partial<Terms> {
  const isSame = (name: string) =>
    JSON.stringify(Reflect.get(before, name)) === JSON.stringify(Reflect.get(typed, name));
  const changed = Object.entries(typed).filter(([name]) => !isSame(name));
  // Members of `typed`, some of them left out.
  return Object.fromEntries(changed) as Partial<Terms>;
}
