import { expect, it } from '@jest/globals';
import { toChangedMembers } from '../../../src/identity/audit/changed-members';

it.each([
  ['https://hooks.example/adgate', 'https://hooks.example/adgate'],
  ['https://hooks.example?key=hidden', 'https://hooks.example'],
  ['https://hooks.example/a#hidden?', 'https://hooks.example/a'],
  [`https://hooks.example/a?${'k'.repeat(300)}`, 'https://hooks.example/a'],
  [`https://hooks.example/${'a'.repeat(200)}`, null],
  ['https://somebody:hidden@hooks.example/', null],
  ['hidden, no URL', null],
])('show where a URL leads to, without what may be a secret: %s', (url, value) => {
  const members = toChangedMembers({ input: { url } }, { isClosed: () => false, former: null });
  expect(members).toEqual([{ name: 'url', value, before: null }]);
});

it('show where each pixel of a creative leads to, now and before', () => {
  const pixelsTo = (host: string) => [`https://${host}/a?key=hidden`, `https://${host}/b`];
  const members = toChangedMembers(
    { input: { impressionPixels: pixelsTo('new.example') } },
    { isClosed: () => false, former: { impressionPixels: pixelsTo('old.example') } },
  );
  const value = 'https://new.example/a, https://new.example/b';
  const before = value.replaceAll('new', 'old');
  expect(members).toEqual([{ name: 'impressionPixels', value, before }]);
});
