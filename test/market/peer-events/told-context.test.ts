import { describe, expect, it } from '@jest/globals';
import { readToldPage } from '../../../src/market/peer-events/told-context';

const encode = (text: string) => Buffer.from(text).toString('base64url');
const nothing = { url: null, zone: null };

describe('the page that another server tells', () => {
  it('is read from JSON in either alphabet of base64', () => {
    const ctx =
      'eyJwYWdlIjp7ImlpZCI6IjFhMmIzYzRkMDAwMDQwMDA4MDAwMDAwMDAwMDAwMDAxIiwia2V5d29yZHMiOiIiLCJtZXRhbWFzayI6MCwib3B0aW9ucyI6IiIsInBvcCI6IiIsInJlZiI6IiIsInVybCI6Imh0dHBzOlwvXC9uZXdzLmV4YW1wbGVcL2E_Yj0xIiwiem9uZSI6ImMxOWYwMDAwMDAwMDQwMDA4MDAwMDAwMDAwMDAwMDAxIn19';
    const page = { url: 'https://news.example/a?b=1', zone: 'c19f0000000040008000000000000001' };
    expect(readToldPage(ctx)).toEqual(page);
    expect(readToldPage(ctx.replaceAll('_', '/'))).toEqual(page);
  });

  it('is read from the lines of older servers', () => {
    const ctx =
      'em9uZQl1cmwJZnJhbWUKMAljMTlmMDAwMDAwMDA0MDAwODAwMDAwMDAwMDAwMDAwMQ0xCWh0dHBzOi8vbmV3cy5leGFtcGxlL2ENMglubw';
    expect(readToldPage(ctx)).toEqual({
      url: 'https://news.example/a',
      zone: 'c19f0000000040008000000000000001',
    });
  });

  it('is the page around a frame', () => {
    const page = { url: 'https://frame.example/', ref: 'https://news.example/', frame: 1 };
    expect(readToldPage(encode(JSON.stringify({ page }))).url).toBe('https://news.example/');
  });

  it.each([
    ['nothing', ''],
    ['null', encode('null')],
    ['a number', encode('7')],
    ['a text', encode('"page"')],
    ['a list', encode('[1]')],
    ['a page that is a text', encode('{"page":"x"}')],
    ['members of other types', encode('{"page":{"url":7,"zone":{},"frame":"?"}}')],
    ['no base64', '%%%'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00]).toString('base64')],
    ['broken lines', encode('a\tb\nx\ty\r9\tz\r-1')],
    ['a name of an object’s own', encode('__proto__\n0\tx')],
    ['10,000 levels', encode('['.repeat(10_000))],
    ['3,000 levels', encode('['.repeat(1_500) + ']'.repeat(1_500))],
    ['more than 4 KiB', encode(JSON.stringify({ page: { url: 'x'.repeat(4_000) } }))],
  ])('of %s tells nothing', (_what, ctx) => {
    expect(readToldPage(ctx)).toEqual(nothing);
  });
});
