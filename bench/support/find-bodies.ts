import { randomUUID } from 'node:crypto';

/** Of three sizes. */
export const threePlacements: readonly object[] = [
  { id: '1', width: 300, height: 250, types: ['image'], mimes: ['image/png', 'image/jpeg'] },
  { id: '2', width: 728, height: 90, types: ['image'] },
  { id: '3', width: 160, height: 600, topframe: true },
];

/** Finds for three placements by different page impressions: the winner, and whether it explores, hangs on the id. */
export const findBodies: readonly string[] = Array.from({ length: 500 }, () =>
  toFindBody(threePlacements),
);

interface Page {
  /** `{uuid}`: a new one each time that the load generator sends it. */
  readonly iid?: string;
  readonly host?: string;
  readonly uid?: string;
}

/** A find of a page impression, of its own by default. */
export function toFindBody(
  placements: readonly object[],
  { iid = randomUUID(), host = 'publisher.example', uid }: Page = {},
): string {
  return JSON.stringify({
    context: {
      iid,
      url: `https://${host}/page`,
      publisher: '0001-00000002-BB2D',
      medium: 'web',
      uid,
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
