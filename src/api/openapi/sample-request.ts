import type { RestRequest, Route } from '../rest/route';
import { sampleId } from './sample-data';

export const jsonType = 'application/json';

/** A request of the record without anything that it does not need. */
export function sampleRequest(route: Route, publicUrl: string, accept: string): RestRequest {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const empty: unknown = route.split ? route.split([{}])[0] : {};
  return {
    method: route.method.toUpperCase(),
    url: `${publicUrl}${route.path}`,
    params: Object.fromEntries(
      names.map((name) => [name, accept === jsonType ? sampleId : `${sampleId}.gif`]),
    ),
    query: { e: 'token' },
    headers: { accept },
    isSecure: true,
    body: empty,
  };
}
