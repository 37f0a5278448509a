/**
 * The type of a request or a transaction: its first byte.
 *
 * @throws {RangeError} for no bytes.
 */
export const typeByteOf = ({ buffer, byteOffset, byteLength }: Uint8Array): number =>
  new DataView(buffer, byteOffset, byteLength).getUint8(0);
