/** Elements that one slice of work handles. */
const sliceLength = 32_768;
/** From so many elements on, 16-bit digits pay; below, their tables cost more than they save. */
const wideDigitsFrom = 65_536;

/**
 * Orders numbers by their 32-bit keys, smallest first, equal keys in the order they came: least
 * significant digit first. In slices, one for each `next()`.
 * @param order permutation to sort; not changed
 * @param keys by element of the permutation
 * @returns a new permutation
 */
export function* radixSort(
  order: Uint32Array<ArrayBuffer>,
  keys: Uint32Array<ArrayBuffer>,
): Generator<undefined, Uint32Array<ArrayBuffer>> {
  const digitBits = order.length >= wideDigitsFrom ? 16 : 8;
  let sorted = order;
  for (let shift = 0; shift < 32; shift += digitBits) {
    const starts = yield* digitStarts(sorted, { keys, shift, digitBits });
    if (starts) sorted = yield* scatter(sorted, { keys, shift, digitBits, starts });
  }
  return sorted;
}

interface Digit {
  readonly keys: Uint32Array<ArrayBuffer>;
  readonly shift: number;
  readonly digitBits: number;
}

/** Where each digit's elements begin; null if all have the same digit, so that nothing is to move. */
function* digitStarts(
  order: Uint32Array<ArrayBuffer>,
  { keys, shift, digitBits }: Digit,
): Generator<undefined, Uint32Array<ArrayBuffer> | null> {
  const mask = 2 ** digitBits - 1;
  const starts = new Uint32Array(2 ** digitBits);
  for (let from = 0; from < order.length; from += sliceLength) {
    const to = Math.min(from + sliceLength, order.length);
    for (let index = from; index < to; index += 1) {
      starts[(keys[order[index]!]! >>> shift) & mask]! += 1;
    }
    yield;
  }
  let sum = 0;
  for (let digit = 0; digit < starts.length; digit += 1) {
    const count = starts[digit]!;
    if (count === order.length) return null;
    starts[digit] = sum;
    sum += count;
  }
  return starts;
}

function* scatter(
  order: Uint32Array<ArrayBuffer>,
  { keys, shift, digitBits, starts }: Digit & { readonly starts: Uint32Array<ArrayBuffer> },
): Generator<undefined, Uint32Array<ArrayBuffer>> {
  const mask = 2 ** digitBits - 1;
  const sorted = new Uint32Array(order.length);
  for (let from = 0; from < order.length; from += sliceLength) {
    const to = Math.min(from + sliceLength, order.length);
    for (let index = from; index < to; index += 1) {
      const element = order[index]!;
      const digit = (keys[element]! >>> shift) & mask;
      sorted[starts[digit]!] = element;
      starts[digit]! += 1;
    }
    yield;
  }
  return sorted;
}
