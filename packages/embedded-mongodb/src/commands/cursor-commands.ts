import { toDoc, type Value } from '../bson/values';
import { members } from './arguments';
import { locationError } from '../errors';
import { type Command, type Reply, type Request } from './request';

function toCursorId(value: Value | undefined): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  throw locationError(40414, 'a cursor id must be a long');
}

async function getMore(request: Request): Promise<Reply> {
  const { args, server } = request;
  const id = toCursorId(args.value('getMore'));
  return server.cursors.next(request, id, {
    batchSize: args.count('batchSize') || undefined,
    maxWaitMs: args.count('maxTimeMS'),
  });
}

function killCursors({ args, server }: Request): Reply {
  const killed: Value[] = [];
  const notFound: Value[] = [];
  for (const value of args.array('cursors') ?? []) {
    const id = toCursorId(value);
    (server.cursors.kill(id) ? killed : notFound).push(id);
  }
  return toDoc({
    cursorsKilled: killed,
    cursorsNotFound: notFound,
    cursorsAlive: [],
    cursorsUnknown: [],
  });
}

export const cursorCommands: readonly Command[] = [
  {
    names: ['getMore'],
    isTransactional: true,
    members: members({ string: 'collection', number: 'getMore batchSize' }),
    run: getMore,
  },
  {
    names: ['killCursors'],
    isTransactional: true,
    members: members({ string: 'killCursors', array: 'cursors' }),
    run: killCursors,
  },
];
