import { isDatabaseUnavailable } from './database/connection';
import { ConfigError } from './config';

/** What went wrong at the start and what to do about it, in one line. */
export function describeStartError(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (isDatabaseUnavailable(error))
    return `the database does not answer: ${firstLine(error)}; check MONGODB_URI, or leave it out to use the embedded one`;
  const { code, port, path } = error as { code?: string; port?: number; path?: string };
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port ?? ''} is taken: set PORT to another one, e.g. PORT=8081 npm start`;
    case 'EADDRNOTAVAIL':
      return 'ADGATE_HOST is not an address of this machine';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return path === undefined
        ? `port ${port ?? ''} needs privileges: set PORT to one above 1023`
        : `${path} is not writable: set ADGATE_DATA_DIR to a folder that is`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path ?? 'the data folder'} is not a folder: set ADGATE_DATA_DIR to one`;
    default:
      return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0]!;
}
