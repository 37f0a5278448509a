import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { parseAllowedNode } from '../../../sidecar/node/allowed-nodes';
import type { NodeSession } from '../../../sidecar/node/session';
import { createSessionPool } from '../../../sidecar/node/session-pool';

const node = parseAllowedNode('one.example');
const other = parseAllowedNode('two.example');

/** A session that can be closed, and nothing else. */
function aSession(): NodeSession {
  let isOpen = true;
  return {
    request: () => Promise.reject(new Error('must not be used')),
    isOpen: () => isOpen,
    close: () => {
      isOpen = false;
    },
  };
}

describe('createSessionPool', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('gives back what was used last, to one caller, for its own node', () => {
    const pool = createSessionPool();
    const [first, second] = [aSession(), aSession()];
    pool.give(node, first);
    pool.give(node, second);
    expect(pool.take(other)).toBeNull();
    expect([pool.take(node), pool.take(node), pool.take(node)]).toEqual([second, first, null]);
  });

  it('lets a session go after 2 s, well before a node would end it', () => {
    const pool = createSessionPool();
    const [first, second] = [aSession(), aSession()];
    pool.give(node, first);
    jest.advanceTimersByTime(1000);
    pool.give(node, second);
    jest.advanceTimersByTime(1000);
    expect([first.isOpen(), second.isOpen()]).toEqual([false, true]);
    expect([pool.take(node), pool.take(node)]).toEqual([second, null]);
  });

  it('does not end a session that was taken in time', () => {
    const pool = createSessionPool();
    const session = aSession();
    pool.give(node, session);
    pool.take(node);
    jest.advanceTimersByTime(10_000);
    expect(session.isOpen()).toBe(true);
  });

  it('passes over sessions that the node has ended, given or idle', () => {
    const pool = createSessionPool();
    const [good, ended, late] = [aSession(), aSession(), aSession()];
    ended.close();
    for (const session of [good, ended, late]) pool.give(node, session);
    late.close();
    expect([pool.take(node), pool.take(node)]).toEqual([good, null]);
  });

  it('keeps no more than 64 of a node', () => {
    const pool = createSessionPool();
    const sessions = Array.from({ length: 65 }, aSession);
    for (const session of sessions) pool.give(node, session);
    expect(sessions.filter((session) => session.isOpen())).toHaveLength(64);
  });

  it('closes all that is idle', () => {
    const pool = createSessionPool();
    const sessions = [aSession(), aSession()];
    pool.give(node, sessions[0]!);
    pool.give(other, sessions[1]!);
    pool.close();
    expect(sessions.map((session) => session.isOpen())).toEqual([false, false]);
    expect(pool.take(node)).toBeNull();
  });
});
