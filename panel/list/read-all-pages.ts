/** A list is read to its end, if that is not farther: nobody acts on more at once. */
const mostPages = 100;

interface Page<One> {
  readonly nodes: readonly One[];
  readonly pageInfo: { readonly lastPage: number };
}

/** Reads all pages of a list, one after the other. */
export async function readAllPages<One>(
  read: (page: number) => Promise<Page<One>>,
): Promise<readonly One[]> {
  const all: One[] = [];
  for (let page = 1, last = 1; page <= Math.min(last, mostPages); page += 1) {
    const { nodes, pageInfo } = await read(page);
    all.push(...nodes);
    last = pageInfo.lastPage;
  }
  return all;
}
