import { inspect } from 'node:util';
import { describeWrongUri } from '../database/failed-connection';
import { isDatabaseDiskFull, isDatabaseUnavailable } from '../database/unavailable';
import { ConfigError } from '../../config';
import { isRecord } from '../../record';

/** Examples of a port; a second server of `--market` has the next one. */
const examplePorts = [9000, 9100] as const;

/** Names of the settings that say where something listens. */
export interface ListenSettings {
  readonly host: string;
  readonly port: string;
}

const gatewaySettings: ListenSettings = { host: 'ADGATE_HOST', port: 'PORT' };

/** Tells in one line what went wrong at the start and how to mend it. */
export function describeStartError(error: unknown, settings = gatewaySettings): string {
  if (error instanceof ConfigError) return error.message;
  const { code, syscall, port, path } = factsOf(error);
  const wrongUri = describeWrongUri(error);
  if (wrongUri !== null) return `the database cannot be used: ${wrongUri}; check MONGODB_URI`;
  if (isDatabaseDiskFull(error))
    return 'the disk is full that the database writes to: make room there';
  if (isDatabaseUnavailable(error))
    return `the database does not answer: ${lineOf(error)}; check MONGODB_URI, or leave it out to use the embedded one`;
  if (/^Mongo/.test(nameOf(error)) || syscall?.startsWith('query') === true)
    return `the database cannot be used: ${lineOf(error)}; check MONGODB_URI`;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port ?? ''} is taken: set ${settings.port} to another one, e.g. ${settings.port}=${examplePorts.find((one) => port !== one && port !== one + 1)} npm start`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${settings.host} is not an address of this machine`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return path === undefined
        ? `port ${port ?? ''} needs privileges: set ${settings.port} to one above 1023`
        : `${path} is not writable: set ADGATE_DATA_DIR to a folder that is`;
    case 'ENOENT':
      return `${path ?? 'a file'} cannot be made: set ADGATE_DATA_DIR to a folder elsewhere`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path ?? 'the data folder'} is not a folder: set ADGATE_DATA_DIR to one`;
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk of the data folder is full: make room, or set ADGATE_DATA_DIR to one on another';
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open: raise the limit (ulimit -n)';
    default:
      return `${nameOf(error)}: ${lineOf(error)} (ADGATE_LOG_LEVEL=debug shows where)`;
  }
}

/** Reads the facts that an error of the system has beside its message. */
function factsOf(error: unknown) {
  const members = isRecord(error) ? error : {};
  const { port } = members;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    code: textOf(members.code),
    syscall: textOf(members.syscall),
    path: textOf(members.path),
    port: typeof port === 'number' ? port : undefined,
  };
}

/** Everything that is known of an error, with the places that it came through. */
export function traceOf(error: unknown): string {
  return withoutCredentials(inspect(error));
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** The first line of the message. A message of the driver may contain the URI, and with it a password. */
export function lineOf(error: unknown): string {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n', 1);
  return withoutCredentials(line);
}

function withoutCredentials(text: string): string {
  return text.replace(/\/\/[^/\s]*@/g, '//***@');
}
