import { randomUUID } from 'node:crypto';

/** Finds for three placements by different page impressions: the winner, and whether it explores, hangs on the id. */
export const findBodies: readonly string[] = Array.from({ length: 500 }, () =>
  toFindBody([
    { id: '1', width: 300, height: 250, types: ['image'], mimes: ['image/png', 'image/jpeg'] },
    { id: '2', width: 728, height: 90, types: ['image'] },
    { id: '3', width: 160, height: 600, topframe: true },
  ]),
);

/** A find of a page impression of its own. */
export function toFindBody(placements: readonly object[]): string {
  return JSON.stringify({
    context: {
      iid: randomUUID(),
      url: 'https://publisher.example/page',
      publisher: '0001-00000002-BB2D',
      medium: 'web',
    },
    placements,
  });
}

/** Asks once, which makes site and placements. @returns the length of the answer in bytes */
export async function findOnce(port: number): Promise<number> {
  return (await (await postFind(port, findBodies[0]!)).text()).length;
}

export function postFind(port: number, body: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/supply/find`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
}
