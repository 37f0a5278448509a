import type { AllowedNode } from './allowed-nodes';
import type { NodeSession } from './session';

/** Sessions between requests, kept so that the next one needs no connection and no handshake. */
export interface SessionPool {
  /** The session of this node that was used last, or null. It is the caller's alone. */
  take(node: AllowedNode): NodeSession | null;
  /** Takes a session back after a complete answer. */
  give(node: AllowedNode, session: NodeSession): void;
  /** Closes what is idle. */
  close(): void;
}

/**
 * A node ends a session 5 s after its last answer. A session is used again only within less than half of that
 * time: a request that meets the end of its session would have an unknown outcome.
 */
const idleMs = 2000;

const maxIdlePerNode = 64;

interface IdleSession {
  readonly session: NodeSession;
  readonly timer: NodeJS.Timeout;
}

export function createSessionPool(): SessionPool {
  const idle = new Map<AllowedNode, IdleSession[]>();

  function idleOf(node: AllowedNode): IdleSession[] {
    const sessions = idle.get(node) ?? [];
    idle.set(node, sessions);
    return sessions;
  }

  return {
    take(node) {
      const sessions = idleOf(node);
      for (let last = sessions.pop(); last; last = sessions.pop()) {
        clearTimeout(last.timer);
        if (last.session.isOpen()) return last.session;
        last.session.close();
      }
      return null;
    },
    give(node, session) {
      const sessions = idleOf(node);
      if (!session.isOpen() || sessions.length >= maxIdlePerNode) {
        session.close();
        return;
      }
      const timer = setTimeout(() => {
        sessions.splice(sessions.indexOf(entry), 1);
        session.close();
      }, idleMs).unref();
      const entry = { session, timer };
      sessions.push(entry);
    },
    close() {
      for (const { session, timer } of [...idle.values()].flat()) {
        clearTimeout(timer);
        session.close();
      }
      idle.clear();
    },
  };
}
