import { describe, expect, it } from '@jest/globals';
import { inspectVideo } from '../../../src/demand/contents/video-content';
import {
  aBox,
  anAvcSetup,
  anEsds,
  anMp4,
  aSoundSample,
  aTrack,
  aVideoSample,
} from '../../support/contents';

const size = '300x250';
const none: Buffer = Buffer.alloc(0);
const pictures = (codec: string, setup = none) =>
  anMp4(size, {
    tracks: [aTrack(size, 'vide', { samples: [aVideoSample(size, codec, setup)] })],
  });
const sound = (codec: string, setup = none) =>
  anMp4(size, {
    tracks: [aTrack(size), aTrack('0x0', 'soun', { samples: [aSoundSample(codec, setup)] })],
  });
const vp9 = (profile: number, depth: number, chroma: number) =>
  aBox('vpcC', Buffer.from([1, 0, 0, 0, profile, 31, (depth << 4) | (chroma << 1), 1, 1, 1, 0, 0]));
/** `flags`: high bit depth 0x40, twelve bits 0x20, monochrome 0x10, chroma subsampled 0x08 and 0x04. */
const av1 = (profile: number, flags: number) =>
  aBox('av1C', Buffer.from([0x81, (profile << 5) | 5, flags, 0]));

describe('a video that browsers play', () => {
  it.each([
    ['H.264 Baseline', pictures('avc1', anAvcSetup(66))],
    ['H.264 Main', pictures('avc1', anAvcSetup(77))],
    ['H.264 High', pictures('avc1', anAvcSetup(100))],
    ['H.264 with its sets in the stream', pictures('avc3', anAvcSetup(100))],
    ['VP9', pictures('vp09', vp9(0, 8, 1))],
    ['AV1', pictures('av01', av1(0, 0x0c))],
    ['AAC', sound('mp4a', anEsds(0x40))],
    ['MP3', sound('mp4a', anEsds(0x6b))],
    ['Opus', sound('Opus')],
    ['FLAC', sound('fLaC')],
    ['AAC as QuickTime describes it', sound('mp4a', aBox('wave'))],
    [
      'a description that ends with 4 zero bytes, as QuickTime writes it',
      pictures('avc1', Buffer.concat([anAvcSetup(), Buffer.alloc(4)])),
    ],
  ])('has pictures or sound in %s', (_codec, bytes) => {
    expect(inspectVideo(bytes).scope).toBe(size);
  });
});

describe('a video that browsers do not play', () => {
  it.each([
    ['HEVC', pictures('hvc1')],
    ['HEVC', pictures('hev1')],
    ['Dolby Vision', pictures('dvh1')],
    ['MPEG-4 part 2', pictures('mp4v', anEsds(0x20))],
    ['MPEG-2', pictures('mp4v', anEsds(0x61))],
    ['MPEG-1', pictures('mp4v', anEsds(0x6a))],
    ['Motion JPEG', pictures('mp4v', anEsds(0x6c))],
    ['Motion JPEG', pictures('jpeg')],
    ['H.263', pictures('s263')],
    ['ProRes', pictures('apcn')],
    ['an encrypted codec', pictures('encv')],
    ['"xyz1"', pictures('xyz1')],
    ['an unnamed codec', pictures('\0\x01\x02\x03')],
    ['H.264 High 10', pictures('avc1', anAvcSetup(110))],
    ['H.264 High 4:2:2', pictures('avc1', anAvcSetup(122))],
    ['H.264 High 4:4:4', pictures('avc1', anAvcSetup(244))],
    ['H.264 Extended', pictures('avc1', anAvcSetup(88))],
    ['H.264 profile 44', pictures('avc1', anAvcSetup(44))],
    ['VP9 in 10 bits', pictures('vp09', vp9(2, 10, 1))],
    ['VP9 in 4:4:4', pictures('vp09', vp9(1, 8, 3))],
    ['AV1 in 10 bits', pictures('av01', av1(0, 0x4c))],
    ['AV1 in 12 bits', pictures('av01', av1(2, 0x6c))],
    ['AV1 in 4:4:4', pictures('av01', av1(1, 0))],
    ['AC-3', sound('ac-3')],
    ['AC-3', sound('mp4a', anEsds(0xa5))],
    ['E-AC-3', sound('ec-3')],
    ['DTS', sound('dtsc')],
    ['ALAC', sound('alac')],
    ['AMR', sound('samr')],
  ])('is refused with the name of its codec: %s', (codec, bytes) => {
    expect(() => inspectVideo(bytes)).toThrow(
      expect.objectContaining({
        details: { content: [`has a codec that browsers do not play: ${codec}`] },
      }),
    );
  });

  it('is refused by any of its descriptions', () => {
    const samples = [aVideoSample(size), aVideoSample(size, 'hvc1')];
    expect(() =>
      inspectVideo(anMp4(size, { tracks: [aTrack(size, 'vide', { samples })] })),
    ).toThrow(
      expect.objectContaining({
        details: { content: ['has a codec that browsers do not play: HEVC'] },
      }),
    );
  });

  it.each([
    ['H.264', pictures('avc1')],
    ['H.264 cut short', pictures('avc1', aBox('avcC', Buffer.from([1])))],
    ['VP9', pictures('vp09')],
    ['AV1', pictures('av01', aBox('av1C'))],
  ])('is refused without the setup of %s', (_codec, bytes) => {
    expect(() => inspectVideo(bytes)).toThrow(
      expect.objectContaining({ details: { content: ['has a broken video track'] } }),
    );
  });
});

it.each([
  [0, '300x250'],
  [90, '250x300'],
  [180, '300x250'],
  [270, '250x300'],
] as const)('a track turned by %d degrees is measured as it is shown', (turn, scope) => {
  const bytes = anMp4(size, { tracks: [aTrack(size, 'vide', { turn })] });
  expect(inspectVideo(bytes).scope).toBe(scope);
});
