/** Sorts by time, so that verifying again has the same order. A view comes before a click of the same moment. */
export function inOrderOfJudging<Judged extends { readonly id: string; readonly occurredAt: Date }>(
  one: Judged,
  other: Judged,
): number {
  const between = one.occurredAt.getTime() - other.occurredAt.getTime();
  if (between !== 0) return between;
  return one.id < other.id ? 1 : -1;
}
