/**
 * The text of an answer, which is given up where it is too long.
 *
 * @throws what `tooLong` makes
 */
export async function readBoundedText(
  { body }: Response,
  { maxBytes, tooLong }: { readonly maxBytes: number; readonly tooLong: () => Error },
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const parts: AsyncIterable<Uint8Array> | readonly Uint8Array[] = body ?? [];
  for await (const chunk of parts) {
    length += chunk.length;
    if (length > maxBytes) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
