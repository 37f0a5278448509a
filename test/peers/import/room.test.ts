import { describe, expect, it } from '@jest/globals';
import { noRoom, divideRoom, type RoomOfPeer } from '../../../src/peers/import/room';

const most = { creatives: 100, bytes: 1_000 };
const of = (held: number, wanted: number): RoomOfPeer => ({
  held: { creatives: held, bytes: held * 10 },
  wanted: { creatives: wanted, bytes: wanted * 10 },
});
const room = (peer: RoomOfPeer, ...others: readonly RoomOfPeer[]) => {
  const { creatives, bytes } = divideRoom(peer, others, most);
  expect(bytes).toBe(creatives * 10);
  return creatives;
};

describe('of what all share a peer has', () => {
  it.each<readonly [string, RoomOfPeer, readonly RoomOfPeer[], number]>([
    ['all, where nobody else wants any', of(0, 100), [], 100],
    ['no more than the whole', of(0, 500), [of(0, 0)], 100],
    ['more than its share, where others leave it', of(0, 100), [of(20, 20)], 80],
    ['what is free while a large one is above its share', of(0, 30), [of(90, 100)], 10],
    ['what others want of theirs less, at its next list', of(90, 100), [of(10, 30)], 70],
    ['its share, however much others want', of(90, 100), [of(10, 500)], 50],
    ['what it has within its share, where others are above the whole', of(8, 8), [of(100, 100)], 8],
    ['nothing, where it is new and nothing is free', of(0, 5), [of(60, 60), of(40, 40)], 0],
  ])('%s', (_what, peer, others, expected) => {
    expect(room(peer, ...others)).toBe(expected);
  });
});

it('brings no sum above the whole, and everybody to an even share within two rounds, whatever they want', () => {
  // Numbers of a fixed sequence.
  let seed = 7;
  const below = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit;
  for (let world = 0; world < 200; world += 1) {
    const peers: RoomOfPeer[] = Array.from({ length: 1 + below(6) }, () => ({
      ...{ held: noRoom, wanted: noRoom },
    }));
    const wishes = peers.map(() => below(150));
    const share = Math.floor(most.creatives / peers.length);
    for (const round of [1, 2, 3])
      for (const [at, wish] of wishes.entries()) {
        const peer = { ...peers[at]!, wanted: of(0, wish).wanted };
        const others = peers.filter((_one, index) => index !== at);
        const held = divideRoom(peer, others, most);
        peers[at] = { ...peer, held };
        const sum = peers.reduce((total, one) => total + one.held.creatives, 0);
        expect(sum).toBeLessThanOrEqual(most.creatives);
        if (round === 3) expect(held.creatives).toBeGreaterThanOrEqual(Math.min(wish, share));
      }
  }
});
