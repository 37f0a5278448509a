import { afterEach, beforeEach, expect } from '@jest/globals';
import { parseAllowedNode } from '../../../../sidecar/node/allowed-nodes';
import { sessions } from '../../../vectors/send-again.json';
import { replay, startNode, startRelay, type RunningRelay, type StandInNode } from '../../support';

/** For each test a relay with a node that nothing may come to; that it has not is checked after each. */
export function useUnaskedNode(): { readonly node: StandInNode; readonly relay: RunningRelay } {
  let running: { node: StandInNode; relay: RunningRelay };
  beforeEach(async () => {
    const node = await startNode(replay(sessions));
    const relay = await startRelay([node.node, parseAllowedNode('node.example:6511')]);
    running = { node, relay };
  });
  afterEach(async () => {
    const { node, relay } = running;
    expect(node.connections()).toBe(0);
    expect(relay.unexpected).toEqual([]);
    await relay[Symbol.asyncDispose]();
    await node[Symbol.asyncDispose]();
  });
  return {
    get node() {
      return running.node;
    },
    get relay() {
      return running.relay;
    },
  };
}
