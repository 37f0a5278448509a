/**
 * Reads a header `Accept`. Of parameters only `q` counts; of several ranges of one type the best.
 *
 * @returns how welcome a media type is, from 0 to 1, by the narrowest range that it is in
 */
export function readAccept(accept = '*/*'): (type: string) => number {
  const qualities = new Map<string, number>();
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const given = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = given === undefined ? 1 : Number(given.slice(2));
    qualities.set(type, Math.max(quality, qualities.get(type) ?? 0));
  }
  return (type) => {
    const ranges = [type, `${type.split('/', 1)[0]}/*`, '*/*'];
    return ranges.map((one) => qualities.get(one)).find((quality) => quality !== undefined) ?? 0;
  };
}
