/**
 * The value, unless the signal is aborted before. The work for it goes on then, and nobody hears of it.
 *
 * @throws {Error} once the signal is aborted
 */
export async function unlessAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => {
    reject(new Error('interrupted', { cause: signal.reason }));
  };
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
