import { describe, expect, it } from '@jest/globals';
import { tellExits } from '../../../src/demand/contents/script-exits';

describe('a script that leads its page away', () => {
  it.each([
    ['location = clickTag', 'adgateExit.href = clickTag'],
    ['location.href=clickTag', 'adgateExit.href=clickTag'],
    ['window.location = clickTag;', 'adgateExit.href = clickTag;'],
    ['window . location . href = a', 'adgateExit.href = a'],
    ['window.top.location.href = a', 'adgateExit.href = a'],
    ['if(a)top.location=b', 'if(a)adgateExit.href=b'],
    ['parent.location.replace(a)', 'adgateExit.replace(a)'],
    ['document.location.assign (a)', 'adgateExit.assign (a)'],
    ['location.replace(a)', 'adgateExit.replace(a)'],
    ['self.location=a', 'adgateExit.href=a'],
    [
      "b.setAttribute('onclick', 'location.href = clickTag')",
      "b.setAttribute('onclick', 'adgateExit.href = clickTag')",
    ],
    ['top.open(clickTag)', 'window.open(clickTag)'],
    ['window.parent.window.open(clickTag)', 'window.open(clickTag)'],
  ])('tells of a click: %s', (code, expected) => {
    expect(tellExits(code)).toBe(expected);
  });

  it.each([
    'var here = location.href;',
    'if (location.href == a || window.location === b) c();',
    'location.hash = "two"; location.reload()',
    'pin.location = a; this.location.href = b; my_location = c; $location = d',
    'var location = { x: 1 }; location = b;',
    'let a = 1, location = 2; location.href = a;',
    'function move(location) { location = 2; }',
    'class Pin { location = 5 }',
    'const { location = 5 } = pin;',
    'var self = this; self.location = new Point(1, 2);',
    'node.parent.location = a; tree.top.open()',
    'const to = (location) => location;',
  ])('is left as it is where it does not: %s', (code) => {
    expect(tellExits(code)).toBe(code);
  });

  it('is told in time of its length', () => {
    const long = `${'window.'.repeat(100_000)}${'location '.repeat(100_000)}${' '.repeat(500_000)}`;
    const start = process.cpuUsage().user;
    tellExits(long);
    expect(process.cpuUsage().user - start).toBeLessThan(2_000_000);
  });
});
