import { describe, expect, it } from '@jest/globals';
import { read } from './docs/documents';
import { filesBelow, importedFiles, importsOf, resolve, sources } from './support/imports';

/** Files or rooms, with those that they import. */
type Graph = ReadonlyMap<string, readonly string[]>;

const inBrowsers = filesBelow(['panel', 'tag']);

/** The room that a file stands in; null at the root of `src`. A package is imported by its name. */
const roomOf = (path: string): string | null =>
  /^(?:(?:src|sidecar|packages)\/([\w-]+)\/|(panel|tag)\/|(embedded-mongodb)$)/
    .exec(path)
    ?.slice(1)
    .find(Boolean) ?? null;

/** Which rooms import which others. */
function roomGraph(): Graph {
  const graph = new Map<string, readonly string[]>();
  for (const file of [...sources, ...inBrowsers]) {
    const room = roomOf(file);
    if (room === null) continue;
    const targets = [...importedFiles(file), ...importsOf(file)].map(roomOf);
    const others = targets.filter((target) => target !== null && target !== room) as string[];
    graph.set(room, [...new Set([...(graph.get(room) ?? []), ...others])]);
  }
  return graph;
}

/** The picture in docs/imports.md: its rooms, with those that their arrows lead to. */
function picture(): Graph {
  const [, lines = ''] =
    /```mermaid\nflowchart TD\n([\s\S]*?)```/.exec(read('docs/imports.md')) ?? [];
  const graph = new Map<string, readonly string[]>();
  for (const line of lines.trim().split('\n')) {
    const [from = '', to] = line.trim().split(' --> ');
    graph.set(from, [...(graph.get(from) ?? []), ...(to === undefined ? [] : [to])]);
  }
  return graph;
}

/** The files that a program loads, itself included, without their endings; `import type` loads nothing. */
function loadedBy(file: string, loaded: Set<string> = new Set()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  const types = read(`${file}.ts`).matchAll(/^import type [^']*'([^']+)'/gm);
  const unloaded = new Set([...types].map(([, path = '']) => resolve(file, path)));
  for (const next of importedFiles(`${file}.ts`)) if (!unloaded.has(next)) loadedBy(next, loaded);
  return loaded;
}

/** All that arrows lead to from a room, on the way down. */
const below = (graph: Graph, room: string): readonly string[] =>
  (graph.get(room) ?? []).flatMap((next) => [next, ...below(graph, next)]);

const arrowsOf = (graph: Graph): readonly (readonly [from: string, to: string])[] =>
  [...graph].flatMap(([from, targets]) => targets.map((to) => [from, to] as const));

it('no files import each other in a circle, by type neither', () => {
  const files = [...sources, ...inBrowsers, ...filesBelow(['test', 'bench'])];
  const graph = new Map(files.map((file) => [file.replace(/\.tsx?$/, ''), importedFiles(file)]));
  expect(findCycle(graph)).toBeNull();
});

it.each(['src/platform/egress/json-thread', 'src/demand/contents/content-worker'])(
  'the thread %s does not load zod, which each start would pay for',
  (program) => {
    const loaded = [...loadedBy(program)];
    expect(loaded.length).toBeGreaterThan(3);
    expect(loaded.filter((file) => importsOf(`${file}.ts`).includes('zod'))).toEqual([]);
  },
);

describe('the picture of docs/imports.md', () => {
  const [drawn, real] = [picture(), roomGraph()];

  it('has every room and no other', () => {
    const named = new Set(
      arrowsOf(drawn)
        .flat()
        .concat(...drawn.keys()),
    );
    expect([...named].sort()).toEqual([...real.keys()].sort());
  });

  it('has arrows that lead down only', () => {
    expect(findCycle(drawn)).toBeNull();
  });

  it('has a way for every import', () => {
    const lost = arrowsOf(real).filter(([from, to]) => !below(drawn, from).includes(to));
    expect(lost).toEqual([]);
  });

  it('has no arrow that no file imports along', () => {
    const idle = arrowsOf(drawn).filter(([from, to]) => !real.get(from)?.includes(to));
    expect(idle).toEqual([]);
  });
});

function findCycle(graph: Graph): readonly string[] | null {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return null;
}
