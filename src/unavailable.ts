/** Names of the driver's errors that say: no server, no connection, no answer. */
const unavailableNames =
  /^Mongo(?:ServerSelection|Network|NetworkTimeout|NotConnected|PoolCleared|TopologyClosed|WaitQueueTimeout)|^MongooseServerSelectionError$/;

/** Whether an operation failed because the database could not be reached or did not answer. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    unavailableNames.test(error.name) ||
    isRetryable(error) ||
    // Stores never buffer: mongoose says so in words when the connection is not open.
    /before initial connection is complete|Connection.*closed/.test(error.message)
  );
}

/** Whether the server itself asks for the write to be tried again, e.g. because it steps down. */
function isRetryable(error: Error): boolean {
  // The driver's errors have the method that others lack.
  const { hasErrorLabel } = error as { readonly hasErrorLabel?: (label: string) => boolean };
  return hasErrorLabel?.call(error, 'RetryableWriteError') === true;
}
